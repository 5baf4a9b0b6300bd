import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { StockAccount } from "@/api/stock";
import { StockScreen } from "@/screens/contas/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const PATH = "/api/stock?limit=20&offset=0";
const LISTING: StockAccount["listings"][number] = {
  id: 31,
  prices: [],
  priceStep: "0.01",
  market: "GameBoost",
  state: "on_sale",
  remoteId: "71",
  price: "14.99",
  listedAt: "2026-11-20T13:00:00Z",
  closedAt: null,
  closingSince: null,
  nextTryAt: null,
  soldAt: null,
  orderId: "",
  error: "",
  url: "/runs/3?line=1",
};

function anAccount(changes: Partial<StockAccount> = {}): StockAccount {
  return {
    id: 5,
    game: "roblox",
    gameTitle: "Roblox",
    title: "Conta Roblox",
    login: "jo••••01",
    by: { id: ANA.id, fullName: "Ana Souza", username: "ana.souza" },
    state: "on_sale",
    listedAt: "2026-11-20T13:00:00Z",
    listings: [LISTING],
    ...changes,
  };
}

function open(accounts: StockAccount[], role: "admin" | "employee" = "employee") {
  signIn({ ...ANA, role });
  return renderScreen(<StockScreen games={[]} services={[]} />, { [PATH]: { rows: accounts, total: accounts.length } });
}

const listed = (accounts: StockAccount[]) =>
  http.get("/api/stock", () => HttpResponse.json(accounts, { headers: { "X-Total-Count": `${accounts.length}` } }));

beforeEach(() => history.replaceState(null, "", "/contas"));

test("an account shows each market with its price and state", () => {
  open([anAccount()]);
  const row = within(screen.getAllByRole("row")[1] as HTMLElement);

  expect(row.getByText("Conta Roblox")).toBeInTheDocument();
  expect(row.getByText("GameBoost")).toBeInTheDocument();
  expect(row.getByText(/14,99/)).toBeInTheDocument();
  expect(row.getAllByText("À venda")).toHaveLength(2);
  expect(screen.queryByRole("columnheader", { name: "Pessoa" })).not.toBeInTheDocument();
});

test("an account whose listing is a draft says so and can still be taken down", async () => {
  open([anAccount({ state: "draft", listings: [{ ...LISTING, state: "draft" }] })]);

  const row = within(screen.getAllByRole("row")[1] as HTMLElement);
  expect(row.getAllByText("Rascunho")).toHaveLength(2);
  await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar Conta Roblox" }));
  expect(screen.getByRole("button", { name: "Encerrar anúncios" })).toBeEnabled();
});

test("whose account it is is for admins", () => {
  open([anAccount()], "admin");

  expect(screen.getByRole("columnheader", { name: "Pessoa" })).toBeInTheDocument();
});

test("a listing that does not close says why and when it is tried again", () => {
  const nextTryAt = new Date(Date.now() + 40_000).toISOString();
  const failing = { ...LISTING, state: "closing" as const, error: "Tempo limite esgotado.", nextTryAt };
  open([anAccount({ state: "closing", listings: [failing] })]);

  expect(screen.getByText(/Tempo limite esgotado\. Nova tentativa: faltam 1 min/)).toBeInTheDocument();
});

test("the history of an account sold twice names both sales and what to do", async () => {
  const soldAt = "2026-11-22T13:00:00Z";
  const first = { ...LISTING, state: "sold" as const, soldAt, orderId: "P-1" };
  const second = {
    ...first,
    id: 32,
    market: "LZT Market",
    remoteId: "9",
    orderId: "",
    soldAt: "2026-11-22T13:05:00Z",
    url: null,
  };
  open([anAccount({ state: "sold_twice", listings: [first, second] })]);

  await userEvent.click(screen.getByRole("button", { name: "Histórico" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Histórico da conta" }));

  expect(dialog.getAllByRole("listitem").map((item) => item.firstChild?.textContent)).toEqual([
    "Vendida no LZT Market",
    "Vendida no GameBoost (pedido P-1)",
    "Anunciada no GameBoost",
    "Anunciada no LZT Market",
  ]);
  expect(dialog.getByText(/Entregue ao primeiro comprador/)).toBeInTheDocument();
  expect(dialog.getAllByRole("link", { name: "Ver execução" })).toHaveLength(2);
});

test("chosen accounts are closed after a yes", async () => {
  open([anAccount()]);
  const asked: unknown[] = [];
  server.use(
    http.post("/api/stock/close", async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
    listed([anAccount({ state: "closing" })]),
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar Conta Roblox" }));
  await userEvent.click(screen.getByRole("button", { name: "Encerrar anúncios" }));
  await userEvent.click(await screen.findByRole("button", { name: "Encerrar" }));

  await waitFor(() => expect(asked).toEqual([{ ids: [5] }]));
  await waitFor(() => expect(screen.getByRole("checkbox", { name: "Selecionar Conta Roblox" })).toBeDisabled());
});

test("prices are shown before and after, asked for at once, and taken back", async () => {
  open([anAccount()]);
  const asked: unknown[] = [];
  const answer =
    (body: object) =>
    async ({ request }: { request: Request }) => {
      asked.push(await request.json());
      return HttpResponse.json(body);
    };
  server.use(
    http.post("/api/stock/prices", answer({ batch: "b-1" })),
    http.post("/api/stock/prices/undo", answer({ undone: 1 })),
    listed([anAccount()]),
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar Conta Roblox" }));
  await userEvent.click(screen.getByRole("button", { name: "Mudar preços" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Mudar preços" }));
  await userEvent.selectOptions(dialog.getByLabelText("Mudança"), "Reduzir (%)");
  await userEvent.type(dialog.getByLabelText(/Por cento/), "10");
  expect(dialog.getByRole("listitem")).toHaveTextContent(/14,99.*13,49/);
  await userEvent.click(dialog.getByRole("button", { name: "Mudar 1 preço" }));

  await userEvent.click(await screen.findByRole("button", { name: "Desfazer" }));
  await waitFor(() =>
    expect(asked).toEqual([{ prices: [{ id: 31, before: "14.99", after: "13.49" }] }, { batch: "b-1" }]),
  );
  await waitFor(() => expect(screen.queryByRole("button", { name: "Desfazer" })).not.toBeInTheDocument());
});

test("an account that is sold meanwhile is no longer among the chosen ones", async () => {
  const other = anAccount({ id: 6, title: "Outra conta", listings: [{ ...LISTING, id: 32 }] });
  const { client } = open([anAccount(), other]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar Conta Roblox" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar Outra conta" }));
  expect(screen.getByText("2 contas selecionadas")).toBeInTheDocument();
  server.use(listed([anAccount({ state: "sold", listings: [{ ...LISTING, state: "sold" }] }), other]));
  await act(() => client.refetchQueries());

  expect(await screen.findByText("1 conta selecionada")).toBeInTheDocument();
  expect(screen.getByRole("checkbox", { name: "Selecionar Conta Roblox" })).not.toBeChecked();
});

test("the price of a chosen account is changed from what it is by now", async () => {
  const { client } = open([anAccount()]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Selecionar Conta Roblox" }));
  server.use(listed([anAccount({ listings: [{ ...LISTING, price: "12.00" }] })]));
  await act(() => client.refetchQueries());
  await screen.findByText(/12,00/);

  await userEvent.click(screen.getByRole("button", { name: "Mudar preços" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Mudar preços" }));
  await userEvent.type(dialog.getByLabelText(/^Preço/), "10");
  expect(dialog.getByRole("listitem")).toHaveTextContent(/12,00.*10,00/);
});

test("a price that waits shows what it will be, and why it waits", () => {
  const soon = new Date(Date.now() + 100_000).toISOString();
  const change = { before: "14.99", after: "9.99", askedAt: soon, dueAt: soon, appliedAt: null, error: "Limite." };
  open([anAccount({ listings: [{ ...LISTING, prices: [change] }] })]);

  expect(screen.getByText(/→ €\s9,99/)).toBeInTheDocument();
  expect(screen.getByText("Limite. Nova tentativa: faltam 2 min.")).toBeInTheDocument();
});
