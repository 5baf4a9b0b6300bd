import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ErrorBoundary } from "@/app/mount";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

let fault: Error | null = null;

function Part() {
  if (fault) throw fault;
  return <p>Conteúdo</p>;
}

const show = (error: Error) => {
  fault = error;
  render(
    <ErrorBoundary>
      <Part />
    </ErrorBoundary>,
  );
};

it("tells a fault and tries again", async () => {
  show(new Error("Sem dados"));
  expect(screen.getByRole("note")).toHaveTextContent("Algo deu errado nesta tela.Sem dados");
  fault = null;
  await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));
  expect(screen.getByText("Conteúdo")).toBeInTheDocument();
});
