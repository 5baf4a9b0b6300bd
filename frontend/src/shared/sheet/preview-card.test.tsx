import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { use, useMemo, useState } from "react";
import type { Preview, PreviewRow } from "@/api/drafts";
import { cell } from "@/shared/creation/fixtures";
import { PreviewCard as PreviewOfAll } from "@/shared/sheet/preview-card";
import type { Edit, GridColumn, LocalRow } from "@/shared/sheet/rows";
import { usePreview } from "@/shared/sheet/use-preview";
import { renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

type Item = { id: string; title: string; login: string; password: string; price: string };

const columns: GridColumn<Item>[] = [
  {
    key: "title",
    header: "Título",
    value: ({ title }) => title,
    fallback: () => "Geral",
    outgoing: ({ title }) => title,
    editable: () => true,
  },
  { key: "login", header: "Login", value: ({ login }) => login, editable: () => true },
  { key: "password", header: "Senha", kind: "secret", value: ({ password }) => password, editable: () => true },
  { key: "price", header: "Preço", kind: "money", value: ({ price }) => price, editable: () => true },
];
const [TITLE, LOGIN, PASSWORD, PRICE] = [1, 2, 3, 4];

function items(count: number): Item[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `${n + 1}`,
    title: "",
    login: `conta${n + 1}`,
    password: `segredo${n + 1}`,
    price: "10.00",
  }));
}

const rows = new WeakMap<Item, LocalRow<Item>>();

/** The same one for the same account at the same place, as creators have it. */
function rowOf(item: Item, index: number): LocalRow<Item> {
  const known = rows.get(item);
  if (known?.line === index + 1) return known;
  const error = item.login === "ruim" ? "Login inválido" : "";
  const verdict = error === "" ? "valid" : "invalid";
  const row = { id: item.id, line: index + 1, data: item, stamp: JSON.stringify(item), verdict, error } as const;
  rows.set(item, row);
  return row;
}

const edited = (items: readonly Item[], edits: readonly Edit[]) => items.map((item) => written(item, edits));

function written(item: Item, edits: readonly Edit[]): Item {
  const own = edits.filter(({ id }) => id === item.id).map(({ column, value }) => [column, value]);
  return own.length > 0 ? { ...item, ...Object.fromEntries(own) } : item;
}

/** A value whose changes can be taken back. */
function useHistory<S>(initial: S) {
  const [{ past, present, future }, setAll] = useState({ past: [] as S[], present: initial, future: [] as S[] });
  const [last, next] = [past.at(-1), future[0]];
  return {
    value: present,
    set: (change: (current: S) => S) => setAll({ past: [...past, present], present: change(present), future: [] }),
    undo: last ? () => setAll({ past: past.slice(0, -1), present: last, future: [present, ...future] }) : null,
    redo: next ? () => setAll({ past: [...past, present], present: next, future: future.slice(1) }) : null,
  };
}

function Queue({ initial }: { initial: Item[] }) {
  const queue = useHistory<readonly Item[]>(initial);
  const rows = useMemo(() => queue.value.map(rowOf), [queue.value]);
  const valid = useMemo(() => rows.filter(({ verdict }) => verdict === "valid").map(({ data }) => data), [rows]);
  const body = useMemo(() => ({ accounts: valid, settings: {} }), [valid]);
  const preview = usePreview({ game: "fortnite", rows, body, waiting: "" });
  const edit = (edits: Edit[]) => queue.set((current) => edited(current, edits));
  return (
    <PreviewOfAll<Item>
      label="Fila"
      preview={preview}
      columns={columns}
      onEdit={edit}
      edited={edited}
      onRemove={(ids) => queue.set((current) => current.filter(({ id }) => !ids.includes(id)))}
      undo={queue.undo}
      redo={queue.redo}
    />
  );
}

const answer = (row: Partial<PreviewRow>): PreviewRow => ({
  line: 1,
  login: "co••a1",
  verdict: "valid",
  error: "",
  messages: [],
  title: "",
  priceEur: null,
  pay: null,
  findings: [],
  errors: {},
  duplicateOf: null,
  duplicateUrl: null,
  services: ["gameboost"],
  ...row,
});

const ANSWER: Omit<Preview, "rows"> = {
  totals: { total: 0, valid: 0, invalid: 0, duplicate: 0, warning: 0, sendable: 0 },
  priceEur: "10.00",
  totalEur: "10.00",
  totalPay: "0.00",
  markets: [],
  warnings: [],
  digest: "d",
};

type Rows = PreviewRow[] | Promise<PreviewRow[]>;

function answers(rows: (accounts: Item[]) => Rows, rest: Partial<Preview> = {}) {
  const asked: Item[][] = [];
  server.use(
    http.post("/api/bulk/preview", async ({ request }) => {
      const { accounts } = (await request.json()) as { accounts: Item[] };
      asked.push(accounts);
      return HttpResponse.json({ ...ANSWER, rows: await rows(accounts), ...rest });
    }),
  );
  return asked;
}

const allValid = (accounts: Item[]) => accounts.map((_, index) => answer({ line: index + 1 }));

async function open(count: number, initial = items(count)) {
  signIn();
  renderScreen(<Queue initial={initial} />);
  const grid = await screen.findByRole("grid", { name: "Fila" });
  return { user: userEvent.setup(), grid };
}

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => void answers(allValid));

test("of 5,000 accounts only those in sight are rows, and Ctrl+End goes to the last", async () => {
  const { user, grid } = await open(5000);
  expect(grid).toHaveAttribute("aria-rowcount", "5001");
  expect(within(grid).getAllByRole("row").length).toBeLessThan(30);
  act(() => grid.focus());
  await user.keyboard("{Control>}{End}{/Control}");
  expect(grid.getAttribute("aria-activedescendant")).toBe(cell(5000, PRICE).id);
  expect(within(grid).getAllByRole("row").length).toBeLessThan(30);
});

test("a key in a cell renders no row, and Enter the edited one and the next", async () => {
  const asked = answers(allValid);
  const { user, grid } = await open(5000);
  await screen.findByText(/^Conferido pelo servidor/);
  act(() => grid.focus());
  await user.keyboard("{ArrowRight}{Enter}");
  const rendered = vi.spyOn(columns[TITLE - 1] as { outgoing: NonNullable<GridColumn<Item>["outgoing"]> }, "outgoing");

  await user.keyboard("novo");
  expect(rendered).not.toHaveBeenCalled();

  await user.keyboard("{Enter}");
  expect(cell(1, LOGIN)).toHaveTextContent("novo");
  expect(new Set(rendered.mock.calls.map(([{ line }]) => line))).toEqual(new Set([1, 2]));
  expect(asked).toHaveLength(1);
});

test("accounts are checked when the typing rests, not between two keys", async () => {
  const asked = answers(allValid);
  const { user, grid } = await open(3);
  await screen.findByText(/^Conferido pelo servidor/);
  act(() => grid.focus());
  await user.keyboard("{ArrowRight}novo");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
  for (let typed = 0; typed < 20; typed += 1) {
    fireEvent.keyDown(grid, { key: "ArrowDown" });
    await act(() => vi.advanceTimersByTimeAsync(100));
  }
  expect(asked).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(300));
  vi.useRealTimers();
  await waitFor(() => expect(asked).toHaveLength(2));
});

test("an unchecked row is grey and legible, then has the server's verdict and title", async () => {
  let look = () => {};
  const looked = new Promise<void>((done) => {
    look = done;
  });
  server.use(
    http.post("/api/bulk/preview", async () => {
      await looked;
      const rows = [answer({ title: "Conta Fortnite | 57 skins" }), answer({ line: 2, title: "Outra" })];
      return HttpResponse.json({ ...ANSWER, rows });
    }),
  );
  await open(2, [{ ...items(1)[0], title: "" } as Item, { ...items(2)[1], title: "Própria" } as Item]);
  const status = () => within(cell(1, 0)).getByText("Válida");
  expect(status()).toHaveAttribute("data-tone", "neutral");
  expect(status().closest('[class*="opacity"]')).toBeNull();
  expect(cell(1, TITLE)).toHaveTextContent("Geral");

  look();
  await waitFor(() => expect(status()).toHaveAttribute("data-tone", "good"));
  expect(cell(1, TITLE)).toHaveTextContent("Conta Fortnite | 57 skins");
  expect(cell(2, TITLE)).toHaveTextContent("Própria");
});

test("a duplicate leads to the earlier run only where the server says so", async () => {
  const duplicate = { verdict: "duplicate" } as const;
  const theirs = "Login duplicado: já está na execução 4, linha 2, de outra pessoa.";
  answers(() => [
    answer({ ...duplicate, error: "Login duplicado: já está na execução 3, linha 1.", duplicateUrl: "/runs/3?line=1" }),
    answer({ ...duplicate, line: 2, error: theirs, duplicateUrl: null }),
  ]);
  const { grid } = await open(2);
  expect(await within(grid).findByText(theirs)).toBeInTheDocument();
  const links = within(grid).getAllByRole("link", { name: "Ver execução" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/runs/3?line=1"]);
});

test("arrows, Tab, Enter, F2 and Escape do what they do in a spreadsheet", async () => {
  const { user, grid } = await open(3);
  expect(grid).toHaveAccessibleDescription(/^Enter ou F2 edita .* Esc sai da tabela$/);
  act(() => grid.focus());
  const active = () => grid.getAttribute("aria-activedescendant");
  expect(active()).toBe(cell(1, TITLE).id);
  await user.keyboard("{ArrowRight}{ArrowDown}");
  expect(active()).toBe(cell(2, LOGIN).id);
  await user.keyboard("{Tab}{Tab}{Tab}");
  expect(active()).toBe(cell(3, TITLE).id);
  await user.keyboard("{Shift>}{Tab}{/Shift}{ArrowUp}{ArrowLeft}{ArrowLeft}");

  await user.keyboard("{F2}x{Enter}");
  expect(cell(1, LOGIN)).toHaveTextContent("x");
  expect(active()).toBe(cell(2, LOGIN).id);
  expect(grid).toHaveFocus();

  await user.keyboard("novo{Escape}");
  expect(cell(2, LOGIN)).toHaveTextContent("conta2");
  await user.keyboard("novo{Tab}");
  expect(cell(2, LOGIN)).toHaveTextContent("novo");
  expect(active()).toBe(cell(2, PASSWORD).id);

  await user.keyboard("{Escape}");
  expect(grid).not.toHaveFocus();
});

test("a cell shows what was written while the accounts are still looked at anew", async () => {
  let looked = (_: readonly Item[]) => {};
  const looking = new Promise<readonly Item[]>((done) => {
    looked = done;
  });
  function Slow() {
    const [changed, setChanged] = useState<Promise<readonly Item[]> | null>(null);
    const known = changed ? use(changed) : items(2);
    const preview = usePreview({ game: "fortnite", rows: known.map(rowOf), body: null, waiting: "" });
    const shared = { label: "Fila", columns, edited, undo: null, redo: null };
    return <PreviewOfAll<Item> {...shared} preview={preview} onEdit={() => setChanged(looking)} />;
  }
  signIn();
  renderScreen(<Slow />);
  const grid = await screen.findByRole("grid", { name: "Fila" });
  const user = userEvent.setup();
  act(() => grid.focus());
  // What waits within `act` goes on only where it is awaited.
  await act(() => user.keyboard("{ArrowRight}nova{Enter}outra"));

  expect(cell(1, LOGIN)).toHaveTextContent("nova");
  expect(within(cell(2, LOGIN)).getByRole("textbox")).toHaveValue("outra");

  looked(items(2).map((item) => ({ ...item, login: "vinda" })));
  await waitFor(() => expect(cell(1, LOGIN)).toHaveTextContent("vinda"));
});

test("what a column is called leaves out the button beside it", async () => {
  await open(1);
  expect(screen.getByRole("columnheader", { name: "Senha" })).toContainElement(
    screen.getByRole("button", { name: "Mostrar: Senha" }),
  );
});

test("a cell being edited keeps Escape to itself, and the page's keys work in it", async () => {
  const { user, grid } = await open(1);
  act(() => grid.focus());
  const heard: string[] = [];
  const listen = ({ key }: KeyboardEvent) => heard.push(key);
  document.addEventListener("keydown", listen);
  await user.keyboard("{F2}{Control>}k{/Control}{Escape}");
  document.removeEventListener("keydown", listen);
  expect(heard).toEqual(["F2", "Control", "k"]);
});

test("a refused value stays open with its reason; a cell with a default may be cleared", async () => {
  const { user, grid } = await open(1);
  act(() => grid.focus());
  await user.keyboard("Meu título{Enter}");
  expect(cell(1, TITLE)).toHaveTextContent("Meu título");
  await user.keyboard("{Delete}");
  expect(cell(1, TITLE)).toHaveTextContent("Geral");

  await user.dblClick(cell(1, LOGIN));
  await user.clear(screen.getByLabelText("Login, linha 1"));
  await user.keyboard("{Enter}");
  expect(screen.getByLabelText("Login, linha 1")).toHaveAccessibleDescription("Este campo não pode ficar vazio.");
  expect(spoken()).toContain("Este campo não pode ficar vazio.");
  await user.keyboard("{Escape}");
  expect(cell(1, LOGIN)).toHaveTextContent("conta1");
});

test("what is typed in a cell is kept there when another cell is pressed", async () => {
  const { user } = await open(2);
  await user.click(cell(1, PRICE));
  await user.keyboard("12");
  await user.click(cell(2, LOGIN));
  expect(cell(1, PRICE)).toHaveTextContent("12,00");
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});

test("a refused value stays open in its cell when another cell is pressed", async () => {
  const { user } = await open(2);
  await user.click(cell(1, PRICE));
  await user.keyboard("0");
  await user.click(cell(2, LOGIN));
  expect(within(cell(1, PRICE)).getByRole("textbox")).toHaveValue("0");
});

test("a column of cells is copied and pasted, one call to undo", async () => {
  const { user, grid } = await open(3);
  act(() => grid.focus());
  await user.click(cell(1, LOGIN));
  await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  const setData = vi.fn();
  fireEvent.copy(grid, { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith("text/plain", "conta1\nconta2\nconta3");

  await user.click(cell(2, LOGIN));
  await user.paste("a\tsenha nova\nb\tsenha b\nsem lugar\tx");
  expect(cell(2, LOGIN)).toHaveTextContent("a");
  expect(cell(3, LOGIN)).toHaveTextContent("b");
  await user.keyboard("{Control>}z{/Control}");
  expect(cell(2, LOGIN)).toHaveTextContent("conta2");
  expect(cell(3, LOGIN)).toHaveTextContent("conta3");
  await user.keyboard("{Control>}y{/Control}");
  expect(cell(3, LOGIN)).toHaveTextContent("b");
});

test("secrets are masked in the grid until they are asked for", async () => {
  const { user, grid } = await open(1);
  expect(grid).not.toHaveTextContent("segredo1");
  expect(within(grid).getAllByText("oculta")).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Mostrar: Senha" }));
  expect(grid).toHaveTextContent("segredo1");
});

test("the browser's verdict is there at once, the server's follows", async () => {
  let answerNow: () => void = vi.fn();
  const held = new Promise<void>((done) => (answerNow = done));
  const asked = answers(async (accounts) => {
    await held;
    return accounts.flatMap((account, index) => {
      if (account.login === "ruim") return [];
      const refused = account.login === "conta2";
      return [
        answer({ line: index + 1, ...(refused && { verdict: "invalid", error: "Recusada", messages: ["Recusada"] }) }),
      ];
    });
  });
  const { user } = await open(3);
  expect(cell(2, 0)).toHaveTextContent("Válida");
  answerNow();
  await waitFor(() => expect(cell(2, 0)).toHaveTextContent("Inválida"));
  expect(cell(2, 0)).toHaveAccessibleDescription("Recusada");

  await user.click(cell(2, LOGIN));
  await user.keyboard("outra{Enter}ruim{Enter}");
  expect(cell(2, 0)).toHaveTextContent("Válida");
  expect(cell(3, 0)).toHaveAccessibleDescription("Login inválido");
  await waitFor(() => expect(asked.at(-1)?.map(({ login }) => login)).toEqual(["conta1", "outra"]));
  expect(asked.length).toBeLessThanOrEqual(3);
});

test("what all accounts are fined for is told once", async () => {
  const finding = { rule: "links", field: "description", message: "Link na descrição.", fine: null };
  const own = { rule: "forbidden_words", field: "title", message: "Palavra proibida.", fine: "5.00" };
  answers((accounts) =>
    accounts.map((_, index) =>
      answer({ line: index + 1, verdict: "warning", findings: index === 1 ? [finding, own] : [finding] }),
    ),
  );
  await open(3);
  expect(await screen.findByText(/Link na descrição/)).toHaveTextContent("Em todas as contas: Link na descrição.");
  expect(screen.getAllByText(/Link na descrição/)).toHaveLength(1);
  expect([1, 2, 3].map((line) => cell(line, 0).textContent)).toEqual([
    expect.stringContaining("Válida"),
    expect.stringContaining("Aviso"),
    expect.stringContaining("Válida"),
  ]);
  expect(cell(2, 0)).toHaveAccessibleDescription(/^Palavra proibida\.\s*Multa: €\s5,00 por anúncio$/);
});

test("presses go between the rows of a long answer", async () => {
  answers((accounts) => accounts.map((_, index) => answer({ line: index + 1, verdict: "invalid", error: "Recusada" })));
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => (now += 20)); // each row takes so long
  const timers = vi.spyOn(globalThis, "setTimeout");
  await open(3);
  await waitFor(() => expect(cell(3, 0)).toHaveAccessibleDescription("Recusada"));
  expect(timers.mock.calls.filter(([, ms]) => ms === undefined)).toHaveLength(3);
  expect([1, 2].map((line) => cell(line, 0).textContent)).toEqual([
    expect.stringContaining("Inválida"),
    expect.stringContaining("Inválida"),
  ]);
});

test("a server out of reach is said, and asked again by itself", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(http.post("/api/bulk/preview", () => new HttpResponse("<h1>Bad Gateway</h1>", { status: 502 })));
  await open(1);
  await passTimeUntil("O servidor não conferiu as contas: Serviço temporariamente indisponível.");
  answers(allValid);
  await passTimeUntil(/^Conferido pelo servidor/);
});

/** However late a busy machine answers; what never comes ends with the test's own time. */
async function passTimeUntil(text: string | RegExp) {
  while (screen.queryByText(text) === null) await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText(text)).toBeInTheDocument();
}

test("rows are filtered by verdict, selected, removed", async () => {
  const { user, grid } = await open(3, [...items(2), { ...items(3)[2], login: "ruim" } as Item]);
  await user.click(screen.getByRole("button", { name: "Inválidas 1" }));
  expect(within(grid).getAllByRole("row")).toHaveLength(2);
  await user.click(screen.getByLabelText("Selecionar linha 3"));
  expect(screen.getByText("1 linha selecionada")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remover selecionadas" }));
  expect(screen.getByText("Nenhuma linha assim")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Todas 2" }));
  expect(within(screen.getByRole("grid")).getAllByRole("row")).toHaveLength(3);
});

test("an account put right under a filter keeps its place for what is typed next", async () => {
  const wrong = items(3).map((item) => (item.id === "1" ? item : { ...item, login: "ruim" }));
  const { user } = await open(3, wrong);
  await user.click(screen.getByRole("button", { name: "Mostrar: Senha" }));
  await user.click(screen.getByRole("button", { name: "Inválidas 2" }));
  await user.click(cell(2, LOGIN));
  await user.keyboard("boa{Tab}nova{Enter}");
  expect([2, 3].map((line) => cell(line, PASSWORD).textContent)).toEqual(["Senhanova", "Senhasegredo3"]);
});

test("what is replaced is what is typed, though Enter comes before the count of it", async () => {
  const { user } = await open(3);
  await user.click(screen.getByRole("button", { name: "Editar em lote" }));
  await user.type(screen.getByLabelText("Substituir por"), "kit");
  const find = screen.getByLabelText("Localizar");
  await user.type(find, "conta");
  expect(await screen.findByText("3 células mudam")).toBeInTheDocument();

  act(() => {
    fireEvent.change(find, { target: { value: "conta2" } });
    fireEvent.submit(find);
  });
  expect([1, 2, 3].map((line) => cell(line, LOGIN).textContent)).toEqual(["Loginconta1", "Loginkit", "Loginconta3"]);
});

test("bulk edits change the selected rows or all, count them first and undo at once", async () => {
  const { user } = await open(3);
  await user.click(screen.getByLabelText("Selecionar linha 2"));
  await user.click(screen.getByRole("button", { name: "Editar em lote" }));
  await user.selectOptions(screen.getByLabelText("Coluna"), "Login");
  await user.type(screen.getByLabelText("Localizar"), "CONTA");
  expect(await screen.findByText("1 célula muda")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Substituir por"), "kit");
  await user.click(screen.getByRole("button", { name: "Substituir" }));
  expect([1, 2, 3].map((line) => cell(line, LOGIN).textContent)).toEqual(["Loginconta1", "Loginkit2", "Loginconta3"]);

  await user.click(screen.getByRole("button", { name: "Limpar seleção" }));
  await user.type(screen.getByLabelText("Preço ± %"), "10");
  await user.click(screen.getByRole("button", { name: "Aplicar" }));
  expect([1, 2, 3].map((line) => cell(line, PRICE).textContent)).toEqual(Array(3).fill("Preço11,00"));
  await user.click(screen.getByRole("button", { name: "Terminar em ,99" }));
  expect(cell(3, PRICE)).toHaveTextContent("10,99");
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(cell(3, PRICE)).toHaveTextContent("10,00");
  expect(cell(2, LOGIN)).toHaveTextContent("kit2");
});
