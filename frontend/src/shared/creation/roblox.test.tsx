import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";

import { CONFIG, cell, dryRun, open as openCreator, paste, textArea } from "@/shared/creation/fixtures";

import { toastText } from "../../../test/render";
import { server } from "../../../test/server";

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => server.use(dryRun()));

const open = (changes = {}, config: object | null = CONFIG) => openCreator("roblox", changes, config).user;

test("an empty text is refused with its text", async () => {
  const user = open();
  await user.click(screen.getByRole("button", { name: "Analisar Texto" }));
  expect(toastText()).toBe("Texto vazioPor favor, insira os detalhes das contas para análise.");
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();
});

test("typed lines are counted, read by the button, and make room for the grid", async () => {
  const user = open();
  await user.type(textArea(), "jogador01:a{enter}{enter}ruim");
  expect(await screen.findByText("2 linhas · 1 válida · 1 com problema")).toBeInTheDocument();
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Analisar Texto" }));

  const rows = within(await screen.findByRole("grid")).getAllByRole("row");
  expect(rows).toHaveLength(3);
  expect(rows[1]).toHaveTextContent("1Válida");
  expect(cell(3, "Linha")).toHaveTextContent("ruim");
  expect(cell(3)).toHaveAccessibleDescription(
    /Formato inválido. Use 'usuário:senha'.*Não há “:” entre o login e a senha./,
  );
  expect(screen.getByRole("tab", { name: "Resultado da análise (2)" })).toHaveAttribute("aria-selected", "true");
  expect(screen.queryByLabelText("Detalhes das contas")).not.toBeInTheDocument();
});

test("Ctrl+Enter reads", async () => {
  const user = open();
  await user.type(textArea(), "jogador01:a{Control>}{Enter}{/Control}");
  expect(await screen.findByRole("grid")).toHaveTextContent("jogador01");
});

test("a password is masked until it is asked for", async () => {
  const user = open();
  await paste(user, "jogador01:Exemplo#123 | Robux: 1.250");
  const table = await screen.findByRole("grid");
  expect(table).toHaveTextContent("1.250");
  expect(table).not.toHaveTextContent("Exemplo#123");

  await user.click(screen.getByRole("button", { name: "Mostrar: Senha" }));

  expect(table).toHaveTextContent("Exemplo#123");
});

test("a line is put right in the table, as a whole or in the cell that lacks", async () => {
  const user = open();
  await paste(user, "jogador01:a\nruim\njogador03:");
  await screen.findByRole("grid");
  await user.dblClick(cell(2, "Linha"));
  await user.clear(screen.getByLabelText("Linha 2"));
  await user.type(screen.getByLabelText("Linha 2"), "jogador02:b{Enter}");
  expect(await screen.findByText("Falta a senha.")).toBeInTheDocument();
  expect(cell(3, "Senha")).toHaveAttribute("data-wrong");
  await user.dblClick(cell(3, "Senha"));
  await user.type(screen.getByLabelText("Senha, linha 3"), "c{Enter}");

  expect(await screen.findByRole("button", { name: "Criar 3 contas" })).toBeEnabled();
});

test("a login spelled with a combining accent is a duplicate", async () => {
  const user = open();
  await paste(user, "jo\u00e3o01:a\nJoa\u0303o01:b");
  expect(await screen.findByText("Login duplicado: já está na linha 1.")).toBeInTheDocument();
});

test("a duplicate names the first line and can be removed without moving the others", async () => {
  const user = open();
  await paste(user, "jogador01:a\nJogador01:b\njogador03:c");
  expect(await screen.findByText("Login duplicado: já está na linha 1.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remover linha 2" }));
  await waitFor(() => expect(screen.queryByText(/Login duplicado/)).not.toBeInTheDocument());
  expect(cell(3, "Login")).toHaveTextContent("jogador03");
});

test("lines with another separator are put right at once, spaces included", async () => {
  const user = open();
  await paste(user, "jogador01;a\njogador02\tb\njogador03 c\nruim");
  await user.click(await screen.findByRole("button", { name: "Corrigir separador (3)" }));
  expect(await screen.findByRole("button", { name: "Criar 3 contas" })).toBeEnabled();
  expect(cell(3, "Login")).toHaveTextContent("jogador03");
});

test("a password that holds an e-mail is warned of, and split at one press", async () => {
  const user = open();
  await paste(user, "jogador01:Sen#1:mail1@rambler.ru:mp1\njogador02:Sen#2");
  expect(await screen.findByText("A senha parece conter um e-mail ou outra conta.")).toBeInTheDocument();
  expect(cell(1)).toHaveTextContent("Aviso");

  await user.click(screen.getByRole("button", { name: "Separar e-mail da senha (1)" }));

  await waitFor(() => expect(cell(1, "E-mail")).toHaveTextContent("mail1@rambler.ru"));
  expect(screen.queryByText(/parece conter/)).not.toBeInTheDocument();
});

test("all lines are selected in the head, and broken ones found and replaced", async () => {
  const user = open();
  await paste(user, "a#b\nc#d\ne:f");
  await screen.findByRole("grid");
  await user.click(screen.getByRole("checkbox", { name: "Selecionar todas as linhas mostradas" }));
  await user.click(screen.getByRole("button", { name: "Editar em lote" }));
  await user.type(screen.getByLabelText("Localizar"), "#");
  await user.type(screen.getByLabelText("Substituir por"), ":");
  expect(await screen.findByText("2 células mudam")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Substituir" }));

  expect(await screen.findByRole("button", { name: "Criar 3 contas" })).toBeEnabled();
});

test("what is paid after the marketplace has paid is called an estimate", async () => {
  server.use(dryRun({}, { totalEur: "17.40", totalPay: "12.30" }));
  const label = "20% do lucro da conta, quando o marketplace pagar";
  const user = open({ pay: { perAccountWithBonus: null, label, estimated: true } });
  const bar = screen.getByRole("region", { name: "Criação" });
  await paste(user, "jogador01:a\njogador02:b");
  await waitFor(() => expect(bar).toHaveTextContent("2 contas · € 17,40 · estimativa de ganho R$ 12,30"));

  await user.click(screen.getByRole("button", { name: "Criar 2 contas" }));

  expect(await screen.findByRole("alertdialog")).toHaveTextContent(`Estimativa de ganhoR$ 12,30 (${label})`);
});

test("the bar says how many go, for how much, and what they earn", async () => {
  server.use(dryRun({}, { totalEur: "17.40", totalPay: "6.30" }));
  const user = open({ pay: { perAccountWithBonus: "3.15", label: "R$ 3,15 por conta, com 5% de bônus" } });
  const bar = screen.getByRole("region", { name: "Criação" });
  expect(bar).toHaveTextContent("R$ 3,15 por conta, com 5% de bônus");
  await paste(user, "jogador01:a\njogador02:b");
  await waitFor(() => expect(bar).toHaveTextContent("2 contas · € 17,40 · você ganha R$ 6,30"));

  await user.click(screen.getByRole("button", { name: "Criar 2 contas" }));

  expect(await screen.findByRole("alertdialog")).toHaveTextContent(
    "Você ganhaR$ 6,30 (R$ 3,15 por conta, com 5% de bônus)",
  );
});

test("Limpar empties the list and Desfazer brings it back", async () => {
  const user = open();
  await paste(user, "jogador01:a");
  await screen.findByRole("grid");
  await user.click(screen.getByRole("button", { name: "Limpar" }));
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();
  await user.click(screen.getByRole("tab", { name: "Resultado da análise (0)" }));
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByRole("grid")).toHaveTextContent("jogador01");
});

test("an account that was removed by its button comes back by Ctrl+Z", async () => {
  const user = open();
  await paste(user, "jogador01:a\njogador02:a");
  await user.click(await screen.findByRole("button", { name: "Remover linha 1" }));
  await waitFor(() => expect(screen.getByRole("grid")).not.toHaveTextContent("jogador01"));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(cell(1, "Login")).toHaveTextContent("jogador01"));
});

test("5,000 lines render as many rows as are in sight, and 5,001 are refused", async () => {
  const user = open();
  const lines = Array.from({ length: 5000 }, (_, n) => `jogador${n}:s`).join("\n");
  await paste(user, lines);
  const table = await screen.findByRole("grid");
  expect(table).toHaveAttribute("aria-rowcount", "5001");
  expect(within(table).getAllByRole("row").length).toBeLessThan(60);

  await paste(user, "mais:um");
  expect(await screen.findByText("O texto tem 5.001 linhas; o máximo é 5.000 por execução.")).toBeInTheDocument();
  expect(textArea()).toHaveValue("mais:um");
  expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "5001");
});

test("an account's settings that Enter opens have the focus, and Escape gives it back", async () => {
  const user = open();
  await paste(user, "jogador01:a");
  const grid = await screen.findByRole("grid");
  act(() => grid.focus());
  await user.keyboard("{End}{Enter}");
  expect(await screen.findByLabelText("Título")).toHaveFocus();
  await user.keyboard("Raro{Escape}");
  expect(grid).toHaveFocus();
  expect(cell(1, "Título")).toHaveTextContent("Raro");
});

test("what is typed into an account's settings stays while the list is scrolled", async () => {
  const user = open();
  await paste(user, Array.from({ length: 120 }, (_, index) => `jogador${index}:a`).join("\n"));
  fireEvent.click((await screen.findAllByText("Configurar"))[0] as HTMLElement);
  fireEvent.change(await screen.findByLabelText("Título"), { target: { value: "Título a meio" } });
  const view = document.querySelector(".sheet-view") as HTMLElement;
  view.scrollTop = 3000;
  fireEvent.scroll(view);
  await waitFor(() => expect(() => cell(2)).toThrow());
  expect(screen.getByLabelText("Título")).toHaveValue("Título a meio");
});
