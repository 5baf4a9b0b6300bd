import { screen, within } from "@testing-library/react";
import { dryRun, open as openCreator, openForm, paste } from "@/shared/creation/fixtures";
import { server } from "../../../test/server";

beforeEach(() => server.use(dryRun()));

const open = () => openCreator("roblox").user;

test("a wrong field is named beside it and on its tab, and nothing is sent", async () => {
  const user = open();
  await paste(user, "jogador01:a");
  const form = within(await openForm(user, "Conteúdo"));
  await user.clear(form.getByLabelText("Título"));
  await user.click(form.getByRole("button", { name: "Fechar anúncio" }));
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  expect(await screen.findByLabelText("Título")).toHaveAccessibleDescription("Título deve ter pelo menos 3 caracteres");
  expect(screen.getByLabelText("Título")).toHaveFocus();
  expect(screen.getByRole("tab", { name: "Conteúdo 1" })).toBeInTheDocument();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

test("choosing a provider replaces the webmail address in the instructions", async () => {
  const user = open();
  const form = within(await openForm(user, "Configurações"));
  await user.selectOptions(await form.findByLabelText("Domínio de email"), "Rambler");
  const instructions = form.getByLabelText<HTMLTextAreaElement>("Instruções de entrega");
  expect(instructions.value).toContain("https://mail.rambler.ru");
  expect(instructions.value).not.toContain("firstmail");
});

test("the preview of the description shows markup as text", async () => {
  const user = open();
  await openForm(user, "Conteúdo");
  const field = await screen.findByLabelText("Descrição");
  await user.clear(field);
  await user.type(field, "<b>negrito</b>");
  await user.click(screen.getByRole("button", { name: "Visualizar descrição" }));
  expect(screen.getByText("<b>negrito</b>")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Editar descrição" }));
  expect(screen.getByLabelText("Descrição")).toHaveValue("<b>negrito</b>");
});

test("the price shows the euros that go out", async () => {
  const user = open();
  await openForm(user, "Conteúdo");
  const price = await screen.findByLabelText("Preço (USD)");
  expect(price).toHaveAccessibleDescription("Enviado como €\u00a08,70 · câmbio 0,87");
  await user.clear(price);
  await user.type(price, "19,99");
  expect(price).toHaveAccessibleDescription("Enviado como €\u00a017,39 · câmbio 0,87");
});
