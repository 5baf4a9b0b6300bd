import { screen, waitFor, within } from "@testing-library/react";
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
    stake: null,
    decision: null,
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

describe("a refunded order", () => {
  const STAKE = { earner: "Bruno Lima", earningId: 9, earned: "3.15", pending: "2.00", suggested: "1.00" };

  async function evidence(changes: Partial<Order>) {
    open([anOrder({ state: "refunded", reason: "", dueAt: null, dueSince: null, fine: null, ...changes })], "admin");
    await userEvent.click(screen.getByRole("button", { name: "Provas do pedido 600001" }));
    return within(await screen.findByRole("dialog", { name: "Pedido 600001" }));
  }

  test("is decided with a reason, from what is suggested, and says what stays paid", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/orders/3/decision", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ deducted: "1.00" }, { status: 201 });
      }),
      http.get("/api/orders", () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } })),
    );
    const dialog = await evidence({ stake: STAKE });
    expect(dialog.getByText(/Bruno Lima ganhou.*R\$\s1,15 já foram pagos e continuam pagos/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: /Descontar R\$\s1,00/ }));
    expect(dialog.getByText("Campo Motivo é obrigatório")).toBeInTheDocument();
    await userEvent.type(dialog.getByLabelText("Motivo"), "Conta errada");
    await userEvent.click(dialog.getByRole("button", { name: /Descontar R\$\s1,00/ }));
    await waitFor(() => expect(sent).toEqual([{ amount: "1.00", reason: "Conta errada" }]));
  });

  test("asks before a reason that was typed is lost to Escape", async () => {
    const dialog = await evidence({ stake: STAKE });
    await userEvent.type(dialog.getByLabelText("Motivo"), "Conta errada");
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("alertdialog", { name: "Descartar o que você digitou?" })).toBeInTheDocument();
    expect(dialog.getByLabelText("Motivo")).toHaveValue("Conta errada");
  });

  test("offers to keep the pay where nothing is deducted", async () => {
    const dialog = await evidence({ stake: { ...STAKE, suggested: "0.00" } });
    expect(dialog.getByRole("button", { name: "Manter o pagamento" })).toBeInTheDocument();
  });

  test("says what was decided, by whom and why", async () => {
    const by = { id: 1, fullName: "Admin", username: "admin" };
    const decision = { deducted: "2.00", reason: "Conta errada", by, createdAt: "2026-11-20T13:00:00Z" };
    const dialog = await evidence({ stake: STAKE, decision });
    expect(dialog.getByText(/Descontado: R\$\s2,00 por Admin, .*: Conta errada/)).toBeInTheDocument();
    expect(dialog.queryByRole("button", { name: /Manter|Descontar/ })).not.toBeInTheDocument();
  });
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
