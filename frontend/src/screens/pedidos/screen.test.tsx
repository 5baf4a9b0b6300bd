import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { Order } from "@/api/orders";
import { OrdersScreen } from "@/screens/pedidos/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const PATH = "/api/orders?limit=20&offset=0";
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS - 30_000).toISOString();

function anOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 3,
    market: "GameBoost",
    remoteId: "600001",
    listingId: "100001",
    title: "Conta Roblox",
    gameTitle: "Roblox",
    state: "disputed",
    reason: "A conta não é como o anúncio diz.",
    price: "14.99",
    boughtAt: "2026-11-20T13:00:00Z",
    settledAt: null,
    dueSince: inHours(-7),
    dueAt: inHours(5),
    fine: "5.00",
    by: { id: ANA.id, fullName: "Ana Souza", username: "ana.souza" },
    accountId: 5,
    runId: 3,
    line: 1,
    requestId: "pedido-1",
    listings: [
      {
        id: 31,
        prices: [],
        priceStep: "0.01",
        market: "GameBoost",
        state: "sold",
        remoteId: "100001",
        price: "14.99",
        listedAt: "2026-11-20T12:00:00Z",
        closedAt: null,
        closingSince: null,
        nextTryAt: null,
        soldAt: "2026-11-20T13:00:00Z",
        orderId: "600001",
        error: "",
        url: "/runs/3?line=1",
      },
    ],
    ...changes,
  };
}

function open(orders: Order[], role: "admin" | "employee" = "employee") {
  signIn({ ...ANA, role });
  renderScreen(<OrdersScreen games={[]} services={[]} />, { [PATH]: { rows: orders, total: orders.length } });
}

beforeEach(() => history.replaceState(null, "", "/pedidos"));

test("a dispute shows its complaint, the time left and the fine at stake", () => {
  open([anOrder()]);
  const row = within(screen.getAllByRole("row")[1] as HTMLElement);

  expect(row.getByText("Em disputa")).toBeInTheDocument();
  expect(row.getByText("A conta não é como o anúncio diz.")).toBeInTheDocument();
  expect(row.getByText("faltam 5 h 0 min")).toHaveClass("text-bad");
  expect(row.getByText(/Multa de €\s5,00/)).toBeInTheDocument();
  expect(screen.queryByRole("columnheader", { name: "Pessoa" })).not.toBeInTheDocument();
});

test("an order that waits for nobody has no time, and an outside one has no person", () => {
  const outside = { by: null, runId: null, line: null, accountId: null, listings: [], requestId: "" };
  open([anOrder({ ...outside, state: "delivered", reason: "", dueAt: null, dueSince: null, fine: null })], "admin");
  const row = within(screen.getAllByRole("row")[1] as HTMLElement);

  expect(row.queryByText(/faltam/)).not.toBeInTheDocument();
  expect(row.getAllByText("—")).toHaveLength(2);
});

test("the evidence is the receipt, the listing and the history, below what to do", async () => {
  open([anOrder()]);
  await userEvent.click(screen.getByRole("button", { name: "Provas do pedido 600001" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Pedido 600001" }));

  expect(dialog.getByRole("note")).toHaveTextContent(/Responda à disputa no GameBoost .*faltam 5 h 0 min.*Multa de €/);
  expect(dialog.getByRole("link", { name: "Baixar recibo" })).toHaveAttribute("href", "/api/bulk/runs/3/receipt.json");
  expect(dialog.getByRole("link", { name: "Ver anúncio" })).toHaveAttribute("href", "/runs/3?line=1");
  expect(dialog.getByRole("link", { name: "Ver conta" })).toHaveAttribute("href", "/contas?id=5");
  expect(dialog.getAllByRole("listitem").map((item) => item.firstChild?.textContent)).toEqual([
    "Vendida no GameBoost (pedido 600001)",
    "Anunciada no GameBoost",
  ]);
});

test("filters ask the server, and nothing found says so", async () => {
  open([anOrder()]);
  const asked: string[] = [];
  server.use(
    http.get("/api/orders", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json([], { headers: { "X-Total-Count": "0" } });
    }),
  );
  await userEvent.selectOptions(screen.getByLabelText("Prazo"), "Esperam por nós");

  expect(await screen.findByText("Nenhum resultado encontrado")).toBeInTheDocument();
  expect(asked.at(-1)).toBe("?limit=20&offset=0&waiting=true");
});

test("without any order it says when one appears", () => {
  open([]);

  expect(screen.getByText("Nenhum pedido ainda")).toBeInTheDocument();
});
