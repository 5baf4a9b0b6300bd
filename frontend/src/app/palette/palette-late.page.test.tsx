import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { startCommands } from "@/app/shell/commands";
import { server } from "../../../test/server";

const code = vi.hoisted((): { arrives: () => void } => ({ arrives: () => undefined }));
vi.mock("@/app/palette/open-palette", async (load) => {
  await new Promise<void>((arrived) => (code.arrives = arrived));
  return load();
});

test("what is typed before the palette's code has come stands in its search", async () => {
  server.use(http.get("/api/search", () => HttpResponse.json([])));
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
    this.querySelector("input")?.focus();
  };
  Element.prototype.scrollIntoView = () => undefined;
  document.body.innerHTML = '<button data-palette>Buscar</button><input aria-label="nome">';
  startCommands();
  const user = userEvent.setup();
  const field = screen.getByLabelText("nome");
  await user.click(field);
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard("tarx{Backspace}e");
  expect(field).toHaveValue("");

  await act(async () => code.arrives());

  const search = await screen.findByRole("combobox", { name: "Buscar páginas e ações" });
  expect(search).toHaveValue("tare");
  expect(fireEvent.keyDown(search, { key: "f" })).toBe(true);
  await user.type(search, "fas");
  expect(search).toHaveValue("tarefas");
});
