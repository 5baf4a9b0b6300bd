import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ErrorBoundary } from "@/ui/error-boundary";

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
  expect(screen.getByRole("alert")).toHaveTextContent("Algo deu errado nesta tela.Sem dados");
  fault = null;
  await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));
  expect(screen.getByText("Conteúdo")).toBeInTheDocument();
});

it.each([
  "Failed to fetch dynamically imported module: https://exemplo.com/static/dist/chunks/tab.js",
  "error loading dynamically imported module: https://exemplo.com/static/dist/chunks/tab.js",
  "Importing a module script failed.",
])("says what to do when a part did not come: %s", (message) => {
  show(new TypeError(message));
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Erro de conexão com o servidor. Verifique sua internet e tente novamente.",
  );
});
