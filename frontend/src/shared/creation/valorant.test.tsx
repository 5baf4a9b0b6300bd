import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { sessionIsBack } from "@/lib/held-page";
import { analysisOf, aReading, SURE } from "@/shared/analysis/fixtures";
import { anEntry, aRun, CONFIG, keepDrafts, open as openCreator, openForm, previewOf } from "@/shared/creation/fixtures";
import { toastText } from "../../../test/render";
import { server } from "../../../test/server";

const TEXT = "Valorant BR | Nv. 84 | Elo: Ouro 2 | 31 skins";

const READING = aReading({
  title: "Conta Valorant | Ouro 2",
  account_data: {
    level: 84,
    current_tier: "Gold",
    current_division: 2,
    server: "Brazil",
    agents: ["Jett", "<b>Sova</b>"],
  },
  counts: { weapon_skins: 31 },
  credentials: {},
  provenance: [
    { field: "level", value: 84, text: "Nv. 84", line: 1, ...SURE },
    { field: "current_tier", value: "Gold", text: "Elo: Ouro 2", line: 1, confidence: 0.6, check: true },
  ],
});

let created: unknown[];

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

beforeEach(() => {
  created = [];
  server.use(
    http.post("/api/bulk/preview", async ({ request }) => {
      const { accounts } = (await request.json()) as { accounts: { line: number; login: string }[] };
      const rows = accounts.map(({ line, login }) => ({ line, login }));
      return HttpResponse.json(previewOf(rows, { totalEur: "25.00", totalPay: "3.00", digest: "abc" }));
    }),
    http.post("/api/valorant/analyze", () => HttpResponse.json({ ...analysisOf([READING]), message: "ok" })),
    http.post("/api/gameboost/valorant", async ({ request }) => {
      created.push(await request.json());
      return HttpResponse.json({ success: true, runId: 31, message: "" }, { status: 202 });
    }),
  );
});

function openWith(entries: ReturnType<typeof anEntry>[] = [], config: object | null = CONFIG) {
  return openCreator("valorant", {}, config, keepDrafts("valorant", entries));
}

const open = (...args: Parameters<typeof openWith>) => openWith(...args).user;

// What a refused session leaves behind.
afterEach(() => act(sessionIsBack));

const batch = (count: number) => screen.getByRole("tab", { name: `Criação em Lote (${count})` });

async function analyse(user: UserEvent) {
  await user.click(screen.getByLabelText("Texto para análise"));
  await user.paste(TEXT);
  await user.click(screen.getByRole("button", { name: "Analisar com IA" }));
  await screen.findByLabelText("Título gerado");
}

test("a badge says whether the marketplace API is configured", () => {
  open();
  expect(screen.getByText("API GameBoost configurada")).toBeInTheDocument();
});

test("and that it is not", () => {
  open([], null);
  expect(screen.getByText("API GameBoost não configurada")).toBeInTheDocument();
});

test.each([
  [413, { message: "O texto é grande demais para uma análise." }, "O texto é grande demais para uma análise."],
  [500, {}, "Falha ao analisar texto"],
  [401, { message: "Sessão expirada. Faça login novamente." }, "Usuário não autenticado"],
])("an analysis refused with %i says the server's words, or documented ones", async (status, body, said) => {
  server.use(http.post("/api/valorant/analyze", () => HttpResponse.json(body, { status })));
  const user = open();
  await user.type(screen.getByLabelText("Texto para análise"), TEXT);
  await user.click(screen.getByRole("button", { name: "Analisar com IA" }));
  await waitFor(() => expect(toastText()).toBe(`Erro${said}`));
});

test("pictures that could not be sent are told in the documented words", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("broken")));
  const user = open();
  await analyse(user);
  await user.upload(screen.getByLabelText("Adicionar imagens"), new File(["x"], "a.png", { type: "image/png" }));
  await waitFor(() => expect(toastText()).toBe("Falha ao enviar imagensFalha ao processar as imagens"));
});

test("the content is built from data, never markup, and what is unsure asks for a look", async () => {
  const user = open();
  await analyse(user);
  const content = screen.getByRole("heading", { name: "Conteúdo da conta" }).closest("section");
  expect(content).toHaveTextContent("Nível: 84");
  expect(content).toHaveTextContent("Elo atual: Ouro");
  expect(content).toHaveTextContent("Skins de armas: 31");
  expect(content).toHaveTextContent("Agentes: Jett, <b>Sova</b>");
  expect(content?.querySelector("b")).toBeNull();
  expect(screen.getByLabelText("Nível")).toHaveAccessibleDescription("“Nv. 84” · linha 1");
  expect(screen.getByLabelText("Elo atual")).toHaveAccessibleDescription("Confira: “Elo: Ouro 2” · linha 1");
});

test("the account can be added only with log-in and password, and wants a price", async () => {
  const { user, kept } = openWith();
  await analyse(user);
  const add = screen.getByRole("button", { name: "Adicionar Conta à Lista" });
  expect(add).toBeDisabled();
  expect(screen.getByText("Preencha as informações de login e senha antes de adicionar a conta")).toBeInTheDocument();

  await user.type(screen.getByLabelText("Login"), "piloto19");
  expect(add).toBeDisabled();
  await user.type(screen.getByLabelText("Senha"), "Exemplo#123");
  expect(add).toBeEnabled();
  await user.click(add);
  expect(toastText()).toBe("ErroPreço deve ser maior que 0");
  expect(screen.getByLabelText("Preço (EUR)")).toHaveFocus();

  await user.type(screen.getByLabelText("Preço (EUR)"), "25");
  await user.selectOptions(screen.getByLabelText("Elo máximo"), "Diamante");
  await user.click(add);

  await waitFor(() => expect(kept.accounts()).toHaveLength(1));
  expect(batch(1)).toBeInTheDocument();
  expect(kept.accounts()[0]?.own).toMatchObject({
    title: "Conta Valorant | Ouro 2",
    login: "piloto19",
    server: "Brazil",
    "account_data.level": "84",
    "account_data.current_tier": "Gold",
    "account_data.current_division": "2",
    "account_data.peak_tier": "Diamond",
  });
});

test("each queued account can be removed, and brought back", async () => {
  const { user, kept } = openWith([anEntry("a"), anEntry("b")]);
  await user.click(batch(2));
  await screen.findByText("login-a");
  await user.click(screen.getByRole("button", { name: "Remover linha 1" }));

  await waitFor(() => expect(kept.accounts().map(({ id }) => id)).toEqual(["b"]));
  expect(batch(1)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(kept.accounts().map(({ id }) => id)).toEqual(["a", "b"]));
});

test("the list is created with its count on the button", async () => {
  const finished = aRun({ id: 31, game: "valorant", state: "finished", total: 2, settled: 2, counts: { created: 2 } });
  const user = open([anEntry("a", { server: "Brazil", "account_data.level": "84" }), anEntry("b")]);
  server.use(
    http.get("/api/bulk/runs/31", () => HttpResponse.json(finished)),
    http.get("/api/bulk/queue", () => HttpResponse.json({ game: "valorant", version: 2, entries: [] })),
    // As the server does: what was created is not kept, whether the run or this write ends first.
    http.put("/api/bulk/queue", () => HttpResponse.json({ game: "valorant", version: 2, entries: [] })),
  );
  await user.click(batch(2));
  await user.click(await screen.findByRole("button", { name: "Criar 2 Conta(s)" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Criar contas" })).toBeEnabled());
  await user.click(dialog.getByRole("button", { name: "Criar contas" }));

  await waitFor(() => expect(created).toHaveLength(1));
  expect(created[0]).toMatchObject({
    accounts: [{ login: "login-a", server: "Brazil", account_data: { level: 84 } }, { login: "login-b" }],
    settings: { server: "NA" },
  });
  await waitFor(() => expect(toastText()).toBe("Sucesso2 de 2 contas foram criadas com sucesso."));
  await waitFor(() => expect(batch(0)).toBeInTheDocument());
});

test("a standard description under 20 characters holds the creation back", async () => {
  const user = open([anEntry("a")]);
  const form = within(await openForm(user, "Configuração em lote"));
  await user.clear(await form.findByLabelText("Descrição"));
  await user.type(form.getByLabelText("Descrição"), "Curta demais");
  await user.click(batch(1));
  await user.click(await screen.findByRole("button", { name: "Criar 1 Conta(s)" }));
  expect(await screen.findByText("Descrição deve ter pelo menos 20 caracteres")).toBeInTheDocument();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

test("without a configuration nothing is created", async () => {
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.json(null)));
  const user = open([anEntry("a")], null);
  await user.click(batch(1));
  await user.click(await screen.findByRole("button", { name: "Criar 1 Conta(s)" }));
  await waitFor(() => expect(toastText()).toContain("Configuração da API GameBoost não encontrada"));
});

test("an account typed by hand without a price is told so, and the price has the focus", async () => {
  const { user, kept } = openWith();
  await user.click(screen.getByRole("tab", { name: "Entrada manual" }));
  await user.type(await screen.findByLabelText("Login"), "piloto19");
  await user.type(screen.getByLabelText("Senha"), "Exemplo#123");

  await user.click(screen.getByRole("button", { name: "Adicionar Conta à Lista" }));

  expect(toastText()).toBe("ErroPreço deve ser maior que 0");
  expect(screen.getByLabelText("Preço (EUR)")).toHaveFocus();
  expect(kept.accounts()).toEqual([]);
});

test("only what the marketplace asks of an account is said to be required there", async () => {
  const user = open();
  await user.click(screen.getByRole("tab", { name: "Entrada manual" }));
  const said = "Obrigatório no marketplace.";

  expect(await screen.findByLabelText("Nível")).toHaveAccessibleDescription(said);
  expect(screen.getByLabelText("Moeda do custo")).not.toHaveAccessibleDescription(said);
});
