import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { FileReading, UploadField } from "@/api/drafts";
import { Upload, type UploadProps } from "@/screens/upload/screen";
import {
  aRun,
  CONFIG,
  cell,
  confirmRun,
  type Kept,
  keepDrafts,
  PAY,
  previewOf,
  seedsOf,
} from "@/shared/creation/fixtures";
import { GAMES } from "@/shared/creation/golden.fixture";
import { ANA, renderScreen, signIn, toastText } from "../../../test/render";
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
const READING: FileReading = {
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
const props: UploadProps = {
  games: [
    { ...GAMES.fortnite, activeRun: null, pay: PAY },
    { ...GAMES.roblox, activeRun: null, pay: PAY },
  ],
  usdEurRate: "0.87",
};

type Sent = { accounts: { line: number; login?: string; price?: string; password?: string }[]; previewDigest?: string };
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
      const rows = body.accounts.map(({ line, price, password }) => ({
        line,
        login: "jo••01",
        title: "Conta Fortnite | 1.250 skins",
        verdict: password ? ("valid" as const) : ("invalid" as const),
        error: password ? "" : (GAMES.fortnite.words.missing ?? ""),
        priceEur: password ? (price ?? null) : null,
      }));
      return HttpResponse.json(previewOf(rows, { totalEur: "14.99" }));
    }),
  );
});

let kept: Kept;

function open(config: object | null = CONFIG, changes: Partial<UploadProps> = {}) {
  history.replaceState(null, "", "/upload");
  signIn(ANA);
  kept = keepDrafts("fortnite");
  renderScreen(<Upload {...props} {...changes} />, seedsOf(kept, config));
  return userEvent.setup();
}

const zone = () => screen.findByLabelText(/^Arraste o arquivo ou clique para escolher/);
const drop = async (user: ReturnType<typeof userEvent.setup>, name = "contas.csv", content = "usuário;código") =>
  user.upload(await zone(), new File([content], name));
const openFile = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("tab", { name: "Arquivo" }));
const columnField = (header: string) => screen.getByLabelText(`Campo da coluna ${header}`);

async function dropAndMap(user: ReturnType<typeof userEvent.setup>) {
  await drop(user);
  await user.selectOptions(await screen.findByLabelText("Campo da coluna código"), "Senha");
  await screen.findByRole("grid");
}

test("a file shows what it is, its columns and the fields proposed for them", async () => {
  const user = open();
  expect(await zone()).toHaveAccessibleDescription(/^.txt, .csv ou .xlsx · até 5.000 linhas e 2 MB/);
  await drop(user);

  expect(await screen.findByText("contas.csv · 2 linhas · UTF-8 · separado por ponto e vírgula")).toBeInTheDocument();
  expect(columnField("usuário")).toHaveDisplayValue("Login");
  expect(columnField("trajes")).toHaveDisplayValue("Skins");
  expect(columnField("código")).toHaveDisplayValue("Não usar");
  expect(screen.getByText("Indique a coluna de Senha, ou a que tem “login:senha”.")).toBeInTheDocument();
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();
});

test("a file with more accounts than the list has room for is refused and told", async () => {
  const limits = { ...GAMES.fortnite.limits, maxLines: 1 };
  const user = open(CONFIG, { games: [{ ...GAMES.fortnite, limits, activeRun: null, pay: PAY }] });
  await drop(user);
  await user.selectOptions(await screen.findByLabelText("Campo da coluna código"), "Senha");
  expect(toastText()).toMatch(/A lista tem no máximo 5.000 contas/);
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();
});

test("mapped rows keep the file's line numbers; those without a password say so", async () => {
  const user = open();
  await dropAndMap(user);

  await waitFor(() => expect(previews).not.toHaveLength(0));
  expect(previews[0]?.accounts).toEqual([
    { line: 2, login: "jogador01", password: "Exemplo#1", price: "14.99", account_data: { skins: 1250 } },
    { line: 5, login: "jogador02", price: "14.99", account_data: { skins: 31 } },
  ]);
  const rows = within(screen.getByRole("grid")).getAllByRole("row");
  expect(rows[1]).toHaveTextContent("2Válida");
  expect(rows[2]).toHaveTextContent("5Inválida");
  expect(rows[2]).toHaveTextContent(GAMES.fortnite.words.missing as string);
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
        return { line, login: "jo••", verdict: error ? ("invalid" as const) : ("valid" as const), error };
      });
      return HttpResponse.json(previewOf(rows));
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
  await user.dblClick(cell(5, "Senha"));
  await user.type(screen.getByLabelText("Senha, linha 5"), "Exemplo#2{Enter}");
  await user.click(await screen.findByRole("button", { name: "Criar 2 contas" }));

  const dialog = await screen.findByRole("alertdialog");
  expect(within(dialog).getByText("contas.csv")).toBeInTheDocument();
  await confirmRun(user);

  expect(await screen.findByText("Criando contas", { selector: "span" })).toBeInTheDocument();
  expect(created).toMatchObject({ accounts: [{ line: 2 }, { line: 5, password: "Exemplo#2" }], previewDigest: "d1" });
});

test("what came of the file is kept on the server as it is put right", async () => {
  const user = open();
  await dropAndMap(user);
  await user.dblClick(cell(5, "Senha"));
  await user.type(screen.getByLabelText("Senha, linha 5"), "Exemplo#2{Enter}");

  await waitFor(() =>
    expect(kept.accounts().map(({ line, own }) => [line, own.password])).toEqual([
      [2, "Exemplo#1"],
      [5, "Exemplo#2"],
    ]),
  );
});

test("a mapping is proposed again for the same columns; no file content is stored", async () => {
  const user = open();
  await dropAndMap(user);
  await openFile(user);
  await user.click(await screen.findByRole("button", { name: "Trocar" }));
  await drop(user);
  await screen.findByRole("grid");
  await openFile(user);

  expect(await screen.findByLabelText("Campo da coluna código")).toHaveDisplayValue("Senha");
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/usuário|jogador|Exemplo/);
});

test("another file takes the place of the first one, and Desfazer brings that back", async () => {
  const user = open();
  await dropAndMap(user);
  await openFile(user);
  await user.click(await screen.findByRole("button", { name: "Trocar" }));
  await user.click(screen.getByRole("tab", { name: "Fila de criação (0)" }));

  await user.click(screen.getByRole("button", { name: "Desfazer" }));

  expect(await screen.findByRole("tab", { name: "Fila de criação (2)" })).toBeInTheDocument();
});

test("a column that is given another field keeps what was put right in the others", async () => {
  const user = open();
  await dropAndMap(user);
  await user.dblClick(cell(5, "Senha"));
  await user.type(screen.getByLabelText("Senha, linha 5"), "Exemplo#2{Enter}");
  await openFile(user);
  await user.selectOptions(await screen.findByLabelText("Campo da coluna trajes"), "Título");

  await waitFor(() =>
    expect(kept.accounts().map(({ own }) => [own.password, own.title, own["account_data.skins"]])).toEqual([
      ["Exemplo#1", "1.250", undefined],
      ["Exemplo#2", "31", undefined],
    ]),
  );
});

test("a column given another field leaves the accounts on their way as they were sent", async () => {
  server.use(
    http.post("/api/fortnite/bulk-create", () => HttpResponse.json({ success: true, runId: 31 }, { status: 202 })),
    http.get("/api/bulk/runs/31", () => HttpResponse.json(aRun())),
  );
  const user = open();
  await dropAndMap(user);
  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));
  await confirmRun(user);
  const lines = () => kept.accounts().map(({ line, sent, own }) => [line, sent?.runId, own["account_data.skins"]]);
  await waitFor(() =>
    expect(lines()).toEqual([
      [2, 31, "1.250"],
      [5, undefined, "31"],
    ]),
  );
  await openFile(user);
  await user.selectOptions(await screen.findByLabelText("Campo da coluna trajes"), "Não usar");

  await waitFor(() =>
    expect(lines()).toEqual([
      [2, 31, "1.250"],
      [5, undefined, undefined],
    ]),
  );
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
  expect(await zone()).toBeEnabled();
});

test("a file that was saved anew since it was chosen is to be chosen again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = open();
  vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValue(new DOMException("changed", "NotReadableError"));
  await drop(user);
  await act(() => vi.advanceTimersByTimeAsync(5000));

  expect(await screen.findByText("O arquivo mudou depois de escolhido. Escolha-o de novo.")).toBeInTheDocument();
  expect(await zone()).toBeInTheDocument();
});

test("a file that is too large is not even sent", async () => {
  server.use(http.post("/api/bulk/uploads/read", () => HttpResponse.error()));
  const user = open();
  await drop(user, "grande.csv", "a".repeat(GAMES.fortnite.limits.maxBytes + 1));

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
  keepDrafts("roblox");
  await user.click(await screen.findByRole("button", { name: "Colar texto ou células" }));
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
  keepDrafts("roblox");
  await user.click(screen.getByRole("radio", { name: "Roblox" }));
  expect(await screen.findByRole("link", { name: "Modelo .xlsx" })).toHaveAttribute(
    "href",
    "/api/bulk/uploads/template?game=roblox&format=xlsx",
  );
});

test("a configuration that cannot be read is not told as a missing key", async () => {
  server.use(http.get("/api/configs/gameboost", () => HttpResponse.error()));
  const user = open(null);
  await drop(user);
  await user.selectOptions(await screen.findByLabelText("Campo da coluna código"), "Senha");

  await user.click(await screen.findByRole("button", { name: "Criar 1 conta" }));

  const toasts = () => document.getElementById("toasts");
  await waitFor(() => expect(toasts()).toHaveTextContent("Não foi possível carregar suas configurações de API."));
  expect(toasts()).not.toHaveTextContent("não encontrada");
  expect(previews).toEqual([]);
}, 30_000);
