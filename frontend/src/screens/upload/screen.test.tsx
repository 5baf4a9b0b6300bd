import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { Reading, UploadField } from "@/api/drafts";
import { Upload, type UploadProps } from "@/screens/upload/screen";
import type { UploadGame } from "@/screens/upload/standard";
import { aRun, CONFIG, CONFIG_PATH, cell, confirmRun, LIMITS, PROVIDERS } from "@/shared/creation/fixtures";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

const field = (name: string, label: string, changes: Partial<UploadField> = {}): UploadField => ({
  name,
  label,
  required: false,
  kind: "text",
  place: "account",
  options: [],
  words: {},
  ...changes,
});
const FIELDS = [
  field("login", "Login", { required: true }),
  field("password", "Senha", { required: true, kind: "secret" }),
  field("login:password", "Login e senha juntos", { kind: "pair" }),
  field("price", "Preço (€)", { kind: "amount" }),
  field("title", "Título"),
  field("skins", "Skins", { kind: "count", place: "data" }),
];
const READING: Reading = {
  kind: "csv",
  encoding: "UTF-8",
  delimiter: ";",
  sheet: "",
  sheets: [],
  headerLine: 1,
  columns: [
    { index: 0, header: "usuário", field: "login" },
    { index: 1, header: "código", field: null },
    { index: 2, header: "valor", field: "price" },
    { index: 3, header: "trajes", field: "skins" },
  ],
  rows: [
    ["jogador01", "Exemplo#1", "14,99", "1.250"],
    ["jogador02", "", "14,99", "31"],
  ],
  lines: [2, 5],
  total: 2,
  notices: [],
  fields: FIELDS,
};
const THREE: Reading = {
  ...READING,
  rows: [...READING.rows, ["jogador03", "Exemplo#3", "14,99", "8"]],
  lines: [2, 5, 7],
  total: 3,
};
const game = (slug: "fortnite" | "roblox", title: string): UploadGame => ({
  slug,
  title,
  endpoint: `/api/${slug}/bulk-create`,
  activeRun: null,
  defaults: {
    title: `Conta ${title}`,
    description: "Conta pronta para jogar.",
    price: null,
    emailDomain: "firstmail",
    deliveryInstructions: "Abra https://firstmail.ltd/webmail/login",
    imageUrls: [],
    rareList: [],
  },
  limits: LIMITS,
  options: { providers: PROVIDERS },
});
const props: UploadProps = { games: [game("fortnite", "Fortnite"), game("roblox", "Roblox")], usdEurRate: "0.87" };

type Sent = { accounts: { line: number; login?: string; price?: string }[]; previewDigest?: string };
let previews: Sent[] = [];

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => {
  previews = [];
  localStorage.clear();
  server.use(
    http.post("/api/bulk/uploads/read", () => HttpResponse.json(READING)),
    http.post("/api/bulk/preview", async ({ request }) => {
      const body = (await request.json()) as Sent;
      previews.push(body);
      const rows = body.accounts.map(({ line, price }) => ({
        line,
        login: "jo••01",
        title: "Conta Fortnite | 1.250 skins",
        verdict: "valid",
        error: "",
        messages: [],
        priceEur: price ?? null,
      }));
      const totals = { total: rows.length, valid: rows.length, sendable: rows.length };
      return HttpResponse.json({ rows, totals, priceEur: "0.00", totalEur: "14.99", digest: "d1" });
    }),
  );
});

function open() {
  signIn(ANA);
  renderScreen(<Upload {...props} />, { [CONFIG_PATH]: CONFIG });
  return userEvent.setup();
}

const drop = (user: ReturnType<typeof userEvent.setup>, name = "contas.csv", content = "usuário;código") =>
  user.upload(screen.getByLabelText("Solte o arquivo aqui ou clique para escolher"), new File([content], name));
const columnField = (header: string) => screen.getByLabelText(`Campo da coluna ${header}`);

const linesShown = () =>
  screen
    .getAllByRole("row")
    .flatMap(({ textContent }) => /^\d+(Válida|Inválida|Duplicada)/.exec(textContent ?? "")?.[0] ?? []);

async function dropAndMap(user: ReturnType<typeof userEvent.setup>) {
  await drop(user);
  await user.selectOptions(await screen.findByLabelText("Campo da coluna código"), "Senha");
  await screen.findByRole("grid");
}

test("a file shows what it is, its columns and the fields proposed for them", async () => {
  const user = open();
  expect(screen.getByText("Depois de ler o arquivo")).toBeInTheDocument();
  const zone = screen.getByLabelText("Solte o arquivo aqui ou clique para escolher");
  expect(zone).toHaveAccessibleDescription(".txt, .csv ou .xlsx");
  await drop(user);

  expect(await screen.findByText("contas.csv · 2 linhas · UTF-8 · separado por ponto e vírgula")).toBeInTheDocument();
  expect(columnField("usuário")).toHaveDisplayValue("Login");
  expect(columnField("trajes")).toHaveDisplayValue("Skins");
  expect(columnField("código")).toHaveDisplayValue("Não usar");
  expect(screen.getByText("Indique a coluna de Senha, ou a que tem “login:senha”.")).toBeInTheDocument();
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();
});

test("a step is ticked when nothing of it is missing", async () => {
  const user = open();
  expect(screen.getByText("Até 5.000 linhas e 2 MB. O arquivo não é armazenado.")).toBeInTheDocument();
  expect(screen.getByText("Passo 4:")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Preço (€)"), "9");
  expect(screen.getByText("Passo 4, feito:")).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Preço (€)"));
  expect(screen.getByText("Passo 4:")).toBeInTheDocument();

  await dropAndMap(user);
  expect(screen.getByText("Passo 4, feito:")).toBeInTheDocument();
  await screen.findByText(/^Conferido pelo servidor/);
  expect(screen.getByText("Passo 5:")).toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Remover linha 5" }));
  expect(await screen.findByText("Passo 5, feito:")).toBeInTheDocument();
});

test("mapped rows keep the file's line numbers; those without a password are left out", async () => {
  const user = open();
  await dropAndMap(user);

  await waitFor(() => expect(previews).toHaveLength(1));
  expect(previews[0]?.accounts).toEqual([
    { line: 2, login: "jogador01", password: "Exemplo#1", price: "14.99", account_data: { skins: 1250 } },
  ]);
  const rows = within(screen.getByRole("grid")).getAllByRole("row");
  expect(rows[1]).toHaveTextContent("2Válida");
  expect(rows[2]).toHaveTextContent("5Inválida");
  expect(rows[2]).toHaveTextContent("Falta a senha.");
  expect(screen.getByRole("grid")).not.toHaveTextContent("Exemplo#1");
  expect(await within(screen.getByRole("grid")).findAllByText("Conta Fortnite | 1.250 skins")).not.toHaveLength(0);
});

test("an invalid price shows the server's refusal and is not counted", async () => {
  server.use(
    http.post("/api/bulk/uploads/read", () =>
      HttpResponse.json({
        ...READING,
        rows: [
          ["jogador01", "Exemplo#1", "caro", ""],
          ["jogador02", "Exemplo#2", "14,99", ""],
        ],
      }),
    ),
    http.post("/api/bulk/preview", async ({ request }) => {
      const body = (await request.json()) as Sent;
      const rows = body.accounts.map(({ line, price }) => {
        const error = price === "caro" ? "Preço deve ser maior que 0" : "";
        return { line, login: "jo••", title: "", verdict: error ? "invalid" : "valid", error, messages: [] };
      });
      return HttpResponse.json({ rows, totals: { total: 2, sendable: 1 }, priceEur: "0.00", digest: "d1" });
    }),
  );
  const user = open();
  await dropAndMap(user);

  expect(await screen.findByText("Preço deve ser maior que 0")).toBeInTheDocument();
  expect(within(screen.getByRole("grid")).getByText("caro")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Criar 1 conta" })).toBeEnabled();
});

test("a wrong line is mended in place and the run starts with what was previewed", async () => {
  let created: Sent | null = null;
  server.use(
    http.post("/api/fortnite/bulk-create", async ({ request }) => {
      created = (await request.json()) as Sent;
      return HttpResponse.json({ success: true, runId: 31 }, { status: 202 });
    }),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun())),
  );
  const user = open();
  await dropAndMap(user);
  await user.dblClick(cell(5, 2));
  await user.type(screen.getByLabelText("Senha, linha 5"), "Exemplo#2{Enter}");
  await user.click(await screen.findByRole("button", { name: "Criar 2 contas" }));

  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByText("contas.csv")).toBeInTheDocument();
  await confirmRun(user);

  expect(await screen.findByText("Criando contas", { selector: "span" })).toBeInTheDocument();
  expect(created).toMatchObject({ accounts: [{ line: 2 }, { line: 5, password: "Exemplo#2" }], previewDigest: "d1" });
});

test("what a run created leaves the grid; what failed and what never went stay", async () => {
  // It is seen going on once, and over at the second look.
  const looks = [aRun({ total: 2, settled: 1, counts: { created: 1, queued: 1 } })];
  const ended = aRun({ state: "finished_with_errors", total: 2, settled: 2, counts: { created: 1, failed: 1 } });
  let sent = false;
  server.use(
    http.post("/api/fortnite/bulk-create", () => {
      sent = true;
      return HttpResponse.json({ success: true, runId: 31 }, { status: 202 });
    }),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(looks.shift() ?? ended)),
    http.get("/api/bulk/runs/31/rows", () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } })),
    http.post("/api/bulk/uploads/read", () => HttpResponse.json(THREE)),
    http.post("/api/bulk/preview", async ({ request }) => {
      const body = (await request.json()) as Sent;
      const rows = body.accounts.map(({ line }) => ({
        ...{ line, login: "jo••", title: "", error: "", messages: [], priceEur: "1.00" },
        ...(sent && line === 2 ? { verdict: "duplicate", duplicateUrl: "/runs/31?line=2" } : { verdict: "valid" }),
      }));
      return HttpResponse.json({ rows, totals: { total: rows.length }, priceEur: "0.00", digest: "d1" });
    }),
  );
  const user = open();
  await dropAndMap(user);
  await user.click(await screen.findByRole("button", { name: "Criar 2 contas" }));
  await confirmRun(user);

  await waitFor(() => expect(linesShown()).toEqual(["5Inválida", "7Válida"]), { timeout: 10_000 });
  expect(await screen.findByRole("button", { name: "Criar 1 conta" })).toBeEnabled();
});

test("a mapping is proposed again for the same columns; no file content is stored", async () => {
  const user = open();
  await dropAndMap(user);
  await user.click(screen.getByRole("button", { name: "Trocar" }));
  await drop(user);

  expect(await screen.findByLabelText("Campo da coluna código")).toHaveDisplayValue("Senha");
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/usuário|jogador|Exemplo/);
});

test("another file is asked about when rows were put right", async () => {
  const user = open();
  await dropAndMap(user);
  await user.dblClick(cell(5, 2));
  await user.type(screen.getByLabelText("Senha, linha 5"), "Exemplo#2{Enter}");
  await user.click(screen.getByRole("button", { name: "Trocar" }));

  const question = await screen.findByRole("alertdialog");
  expect(question).toHaveTextContent("As correções feitas nestas linhas serão perdidas.");
  expect(screen.getByText(/^contas.csv/)).toBeInTheDocument();
  await user.click(within(question).getByRole("button", { name: "Trocar" }));
  await waitFor(() => expect(screen.queryByText(/^contas.csv/)).not.toBeInTheDocument());
});

test("how many lines were read is said", async () => {
  const held: (() => void)[] = [];
  server.use(
    http.post("/api/bulk/uploads/read", async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return HttpResponse.json(READING);
    }),
  );
  const user = open();
  await drop(user);
  await waitFor(() => expect(held).toHaveLength(1));
  held[0]?.();
  await waitFor(() => expect(spoken()).toContain("2 linhas lidas"));
});

test("a refusal is told and another file can be chosen", async () => {
  server.use(
    http.post("/api/bulk/uploads/read", () =>
      HttpResponse.json({ message: "O arquivo está vazio.", errors: {}, code: "file_empty" }, { status: 400 }),
    ),
  );
  const user = open();
  await drop(user);

  expect(await screen.findByRole("note")).toHaveTextContent("O arquivo está vazio.");
  expect(screen.getByLabelText("Solte o arquivo aqui ou clique para escolher")).toBeEnabled();
});

test("a file that is too large is not even sent", async () => {
  server.use(http.post("/api/bulk/uploads/read", () => HttpResponse.error()));
  const user = open();
  await drop(user, "grande.csv", "a".repeat(LIMITS.maxBytes + 1));

  expect(screen.getByRole("note")).toHaveTextContent("O arquivo passa de 2 MB.");
});

test("cells can be pasted instead, and another game reads them anew", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post("/api/bulk/uploads/read", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(READING);
    }),
  );
  const user = open();
  await user.click(screen.getByRole("button", { name: "Colar texto ou células" }));
  await user.click(screen.getByLabelText("Texto ou células da planilha"));
  await user.paste("login\tsenha\na01\tx");
  await user.click(screen.getByRole("button", { name: "Ler texto" }));
  expect(await screen.findByText(/^Texto colado · 2 linhas/)).toBeInTheDocument();

  await user.click(screen.getByRole("radio", { name: "Roblox" }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    { game: "fortnite", header: "auto", sheet: "", text: "login\tsenha\na01\tx" },
    { game: "roblox", header: "auto", sheet: "", text: "login\tsenha\na01\tx" },
  ]);
});

test("the templates to fill in are those of the game", async () => {
  const user = open();
  await user.click(screen.getByRole("radio", { name: "Roblox" }));
  expect(screen.getByRole("link", { name: "Modelo .xlsx" })).toHaveAttribute(
    "href",
    "/api/bulk/uploads/template?game=roblox&format=xlsx",
  );
});

test("a configuration that cannot be read is not told as a missing key", async () => {
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.error()));
  signIn(ANA);
  renderScreen(<Upload {...props} />, { [CONFIG_PATH]: null });
  const user = userEvent.setup();
  await dropAndMap(user);

  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));

  const toasts = () => document.getElementById("toasts");
  await waitFor(() => expect(toasts()).toHaveTextContent("Não foi possível carregar suas configurações de API."));
  expect(toasts()).not.toHaveTextContent("não encontrada");
  expect(previews).toEqual([]);
}, 30_000);
