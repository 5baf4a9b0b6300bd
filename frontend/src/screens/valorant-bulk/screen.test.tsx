import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { QueueOutput } from "@/api/drafts";
import { sessionIsBack } from "@/lib/held-page";
import { ValorantBulk, type ValorantBulkProps } from "@/screens/valorant-bulk/screen";
import { aRun, CONFIG, CONFIG_PATH, keepText } from "@/shared/creation/fixtures";
import { analysisOf, anEntry, aReading, LIMITS, STANDARD, SURE, VALORANT } from "@/shared/queue/fixtures";
import { ANA, renderScreen, signIn } from "../../../test/render";
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

const props: ValorantBulkProps = {
  activeRun: null,
  lastRun: null,
  defaults: { ...STANDARD, server: "NA" },
  limits: LIMITS,
  options: VALORANT,
};

let created: unknown[];
let queued: QueueOutput[];

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

beforeEach(() => {
  [created, queued] = [[], []];
  history.replaceState(null, "", "/valorant-bulk");
  server.use(
    http.put("/api/bulk/queue", async ({ request }) => {
      const queue = (await request.json()) as QueueOutput;
      queued.push(queue);
      const entries = queue.entries.map((entry) => ({ ...anEntry(entry.id), ...entry }));
      return HttpResponse.json({ game: "valorant", version: queued.length, entries });
    }),
    http.post("/api/bulk/preview", async ({ request }) => {
      const { accounts } = (await request.json()) as { accounts: { login: string }[] };
      const rows = accounts.map(({ login }, index) => ({
        line: index + 1,
        login,
        verdict: "valid",
        error: "",
        messages: [],
      }));
      const totals = { total: rows.length, valid: rows.length, sendable: rows.length };
      return HttpResponse.json({ rows, totals, priceEur: "25.00", totalEur: "25.00", digest: "abc" });
    }),
    http.post("/api/valorant/analyze", () => HttpResponse.json({ ...analysisOf([READING]), message: "ok" })),
    http.post("/api/gameboost/valorant", async ({ request }) => {
      created.push(await request.json());
      return HttpResponse.json({ success: true, runId: 31, message: "" }, { status: 202 });
    }),
  );
});

function open(
  changes: Partial<ValorantBulkProps> = {},
  entries: QueueOutput["entries"] = [],
  config: object | null = CONFIG,
) {
  signIn(ANA);
  const actions = document.createElement("div");
  actions.id = "page-actions";
  document.body.append(actions);
  const seeds = {
    [CONFIG_PATH]: config,
    "/api/bulk/queue?game=valorant": { game: "valorant", version: 0, entries },
    "/api/bulk/text-draft?game=valorant": keepText("valorant").draft,
  };
  renderScreen(<ValorantBulk {...props} {...changes} />, seeds);
  return userEvent.setup();
}

// What a refused session leaves behind.
afterEach(sessionIsBack);

type User = ReturnType<typeof userEvent.setup>;

const toastText = () => document.getElementById("toasts")?.textContent ?? "";
const batch = (count: number) => screen.getByRole("tab", { name: `Criação em Lote (${count})` });

async function analyse(user: User) {
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
  open({}, [], null);
  expect(screen.getByText("API GameBoost não configurada")).toBeInTheDocument();
});

test.each([
  [413, { message: "O texto é grande demais para uma análise." }, "O texto é grande demais para uma análise."],
  [500, {}, "Falha ao analisar texto"],
  [401, { message: "Sessão expirada. Faça login novamente." }, "Usuário não autenticado"],
])("an analysis refused with %i is told in the server's words, or the documented ones", async (status, body, said) => {
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
  expect(content).toHaveTextContent("Elo: Ouro");
  expect(content).toHaveTextContent("Skins de armas: 31");
  expect(content).toHaveTextContent("Agentes: Jett, <b>Sova</b>");
  expect(content?.querySelector("b")).toBeNull();
  expect(screen.getByLabelText("Nível")).toHaveAccessibleDescription("“Nv. 84” · linha 1");
  expect(screen.getByLabelText("Elo")).toHaveAccessibleDescription("Confira: “Elo: Ouro 2” · linha 1");
});

test("the account can be added only with log-in and password, and wants a price", async () => {
  const user = open();
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

  await user.type(screen.getByLabelText("Preço (EUR)"), "25");
  await user.selectOptions(screen.getByLabelText("Elo máximo"), "Diamante");
  await user.click(add);

  await waitFor(() => expect(queued).toHaveLength(1));
  expect(batch(1)).toBeInTheDocument();
  expect(queued[0]?.entries[0]?.account).toMatchObject({
    title: "Conta Valorant | Ouro 2",
    login: "piloto19",
    account_data: { level: 84, current_tier: "Gold", current_division: 2, peak_tier: "Diamond", server: "Brazil" },
  });
});

test("each queued account can be removed, and brought back", async () => {
  const user = open({}, [anEntry("a"), anEntry("b")]);
  await user.click(batch(2));
  await screen.findByText("login-a");
  await user.click(screen.getByRole("button", { name: "Remover linha 1" }));

  await waitFor(() => expect(queued.at(-1)?.entries.map(({ id }) => id)).toEqual(["b"]));
  expect(batch(1)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(queued.at(-1)?.entries.map(({ id }) => id)).toEqual(["a", "b"]));
});

test("the list is created with its count on the button", async () => {
  const finished = aRun({ id: 31, game: "valorant", state: "finished", total: 2, settled: 2, counts: { created: 2 } });
  server.use(
    http.get("/api/bulk/runs/31", () => HttpResponse.json(finished)),
    http.get("/api/bulk/queue", () => HttpResponse.json({ game: "valorant", version: 2, entries: [] })),
    // As the server does: what was created is not kept, whether the run or this write ends first.
    http.put("/api/bulk/queue", () => HttpResponse.json({ game: "valorant", version: 2, entries: [] })),
  );
  const user = open({}, [anEntry("a", {}, { account_data: { server: "Brazil", level: 84 } }), anEntry("b")]);
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
  const user = open({ defaults: { ...props.defaults, description: "Curta demais" } }, [anEntry("a")]);
  await user.click(batch(1));
  await user.click(await screen.findByRole("button", { name: "Criar 1 Conta(s)" }));
  expect(await screen.findByText("Descrição deve ter pelo menos 20 caracteres")).toBeInTheDocument();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

test("without a configuration nothing is created", async () => {
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.json(null)));
  const user = open({}, [anEntry("a")], null);
  await user.click(batch(1));
  await user.click(await screen.findByRole("button", { name: "Criar 1 Conta(s)" }));
  await waitFor(() => expect(toastText()).toContain("Configuração da API GameBoost não encontrada"));
});
