import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { Row } from "@/api/client";
import type { Lot } from "@/api/lztmarket";
import { LztmarketScreen } from "@/screens/lztmarket/screen";
import { CONFIGURATION } from "@/shared/marketplace/configuration.fixture";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

type Purchase = Row<"/api/purchases">;

const LOT: Lot = {
  item_id: 9001,
  item_state: "active",
  category_id: 9,
  title: "Fortnite 57 skins",
  description: "Conta completa.",
  price: 12,
  price_currency: "eur",
  item_origin: "personal",
  published_date: 1_790_000_000,
  canBuyItem: true,
  view_count: 1500,
  guarantee: { duration: 86_400, active: true },
  seller: { sold_items_count: 10 },
  fortnite_skin_count: 57,
  purchase_refusal: "",
};
const PURCHASE: Purchase = {
  id: 3,
  userId: 1,
  itemId: "9001",
  title: "Fortnite 57 skins",
  origin: "personal",
  price: "12.00",
  currency: "eur",
  training: false,
  state: "bought",
  message: "",
  createdAt: "2026-11-21T09:00:00-03:00",
  settledAt: "2026-11-21T09:00:30-03:00",
};
const USER = {
  username: "vendedor",
  balance: "1000.00",
  hold: "0.00",
  currency: "eur",
  active_items_count: 2,
  sold_items_count: 1234,
};
const CONFIGURED = { ...CONFIGURATION, service: "lztmarket" };
const UNKNOWN =
  "Não foi possível confirmar a compra, e o valor pode ter sido debitado. Confira suas compras no LZT Market antes de tentar de novo.";

type Asked = { method: string; params?: Record<string, unknown>; data?: Record<string, unknown> };

/** The market with these lots; what is returned are the searches. */
function serveMarket({ lots = [LOT], item = LOT }: { lots?: Lot[]; item?: Lot } = {}): (Asked["params"] | undefined)[] {
  const searches: (Asked["params"] | undefined)[] = [];
  server.use(
    http.post("/api/proxy/lztmarket/user/profile", () => HttpResponse.json({ user: USER })),
    http.post("/api/proxy/lztmarket/market/items", async ({ request }) => {
      const { params } = (await request.json()) as Asked;
      searches.push(params);
      const items = params?.title === "nada" ? [] : lots;
      return HttpResponse.json({ items, totalItems: items.length, perPage: 40, page: 1, hasNextPage: false });
    }),
    http.post("/api/proxy/lztmarket/market/item/:id", () => HttpResponse.json({ item })),
    http.get("/api/purchases", () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } })),
  );
  return searches;
}

type Sent = { data: unknown; key: string | null };

/** Answer purchases, and remember what was sent. */
function servePurchase(answer: () => Response): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.post("/api/proxy/lztmarket/market/purchase", async ({ request }) => {
      sent.push({ data: ((await request.json()) as Asked).data, key: request.headers.get("Idempotency-Key") });
      return answer();
    }),
  );
  return sent;
}

function show({ purchaseEnabled = true, configured = true, tab = "" } = {}) {
  history.replaceState(null, "", tab ? `/lztmarket?aba=${tab}` : "/lztmarket");
  return renderScreen(<LztmarketScreen purchaseEnabled={purchaseEnabled} />, {
    "/api/configs/lztmarket?userId=1": configured ? CONFIGURED : null,
  });
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const toastText = () => document.querySelector(".toast")?.textContent;
const plain = (element: Element | null | undefined) => element?.textContent?.replace(/\u00a0/g, " ");

async function openLot() {
  await userEvent.click(await screen.findByRole("button", { name: "Detalhes de Fortnite 57 skins" }));
  const dialog = await screen.findByRole("dialog", { name: "Fortnite 57 skins" });
  await within(dialog).findByText("Garantia");
  return dialog;
}

async function confirmPurchase() {
  await press(/^Comprar por/);
  const question = await screen.findByRole("alertdialog");
  await userEvent.click(within(question).getByRole("button", { name: "Comprar" }));
}

beforeEach(() => {
  signIn({ ...ANA, id: 1, role: "admin" });
  document.body.insertAdjacentHTML("beforeend", '<div id="page-actions"></div>');
});

describe("the page", () => {
  it("shows whose key it is, and the balance", async () => {
    serveMarket();
    show();
    const figure = async (label: string) => plain((await screen.findByText(label, { selector: "dt" })).parentElement);
    await screen.findByText("vendedor");
    expect(await figure("Saldo")).toBe("Saldo€ 1.000,00");
    expect(await figure("À venda")).toBe("À venda2");
    expect(await figure("Vendidas")).toBe("Vendidas1.234");
  });

  it("asks for a configuration first, and calls nothing", () => {
    show({ configured: false });
    expect(screen.getByText("Configure a API para ver o LZT Market")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Configurar API" })).toHaveAttribute("href", "/gerenciar-apis?api=lztmarket");
  });

  it("tells in the marketplace's words why the profile cannot be read", async () => {
    serveMarket();
    server.use(
      http.post("/api/proxy/lztmarket/user/profile", () =>
        HttpResponse.json(
          { message: "Invalid or expired access token.", code: "marketplace_unavailable" },
          { status: 502 },
        ),
      ),
    );
    show();
    expect(await screen.findByText("Invalid or expired access token.")).toBeInTheDocument();
  });
});

describe("the lots", () => {
  it("are listed with category, origin and price", async () => {
    const searches = serveMarket();
    show();
    const row = (await screen.findByText("Fortnite 57 skins")).closest("tr");
    for (const text of ["#9001", "Fortnite", "Pessoal", "€ 12,00"]) expect(plain(row)).toContain(text);
    expect(searches).toEqual([{ page: 1 }]);
  });

  it("are searched on request, and the address keeps what for", async () => {
    const searches = serveMarket();
    show();
    await screen.findByText("Fortnite 57 skins");
    await userEvent.type(screen.getByLabelText("Título do lote"), "skins");
    await userEvent.type(screen.getByLabelText("Preço máximo"), "1.500");
    expect(searches).toHaveLength(1);
    await press("Buscar lotes");
    await waitFor(() => expect(searches.at(-1)).toEqual({ page: 1, title: "skins", pmax: "1500" }));
    await userEvent.selectOptions(await screen.findByLabelText("Categoria"), "Valorant");
    await waitFor(() => expect(searches.at(-1)).toEqual({ page: 1, title: "skins", pmax: "1500", category: "valorant" }));
    expect(location.search).toBe("?busca=skins&ate=1500&categoria=valorant");
  });

  it("are narrowed further from where the focus is, with the filters still open", async () => {
    serveMarket();
    show();
    await press("Filtros");
    const category = screen.getByLabelText("Categoria");
    await userEvent.selectOptions(category, "Valorant");

    expect(category).toHaveFocus();
    expect(screen.getByRole("button", { name: "Filtros (1)" })).toHaveAttribute("aria-expanded", "true");
  });

  it("say when nothing matches, and lead back", async () => {
    serveMarket();
    show();
    await screen.findByText("Fortnite 57 skins");
    await userEvent.type(screen.getByLabelText("Título do lote"), "nada{Enter}");
    expect(await screen.findByText("Nenhum lote encontrado")).toBeInTheDocument();
    await press("Limpar filtros");
    expect(await screen.findByText("Fortnite 57 skins")).toBeInTheDocument();
  });

  it("tell why they cannot be read", async () => {
    serveMarket();
    server.use(
      http.post("/api/proxy/lztmarket/market/items", () =>
        HttpResponse.json({ message: "Este endpoint não está habilitado.", code: "endpoint_disabled" }, { status: 403 }),
      ),
    );
    show();
    expect(await screen.findByText("Este endpoint não está habilitado.")).toBeInTheDocument();
  });

  it("of one's own are listed by state", async () => {
    const searches = serveMarket();
    show({ tab: "meus" });
    await screen.findByText("Fortnite 57 skins");
    await userEvent.selectOptions(screen.getByLabelText("Situação"), "Vendidos");
    await waitFor(() => expect(searches.at(-1)).toEqual({ own: true, state: "paid", page: 1 }));
    expect(searches[0]).toEqual({ own: true, state: "active", page: 1 });
  });
});

describe("a lot", () => {
  it("is shown with what is known of it", async () => {
    serveMarket();
    show();
    const dialog = await openLot();
    const words = plain(dialog);
    for (const text of [
      "Preço€ 12,00",
      "OrigemPessoal",
      "Garantia1 dia",
      "Vendas do vendedor10",
      "Skins57",
      "Conta completa.",
    ]) {
      expect(words).toContain(text);
    }
  });

  it.each<[string, Partial<Lot>]>([
    ["of a refused origin", { purchase_refusal: "Este lote não pode ser comprado: a origem da conta é stealer." }],
    ["that is sold", { canBuyItem: false }],
  ])("%s has nothing to press", async (_name, changes) => {
    serveMarket({ item: { ...LOT, ...changes } });
    show();
    const dialog = await openLot();
    expect(within(dialog).queryByRole("button", { name: /Comprar/ })).not.toBeInTheDocument();
    expect(dialog).toHaveTextContent(changes.purchase_refusal ?? "Este lote não está à venda.");
  });

  it("is not bought where this installation does not buy", async () => {
    serveMarket();
    show({ purchaseEnabled: false });
    const dialog = await openLot();
    expect(within(dialog).queryByRole("button", { name: /Comprar/ })).not.toBeInTheDocument();
    expect(dialog).toHaveTextContent("A compra no LZT Market está desativada nesta instalação.");
  });
});

describe("buying", () => {
  it("asks with price and origin first; 'Cancelar' sends nothing", async () => {
    serveMarket();
    const sent = servePurchase(() => HttpResponse.json({ status: "ok" }));
    show();
    await openLot();
    await press(/^Comprar por/);
    const question = await screen.findByRole("alertdialog");
    expect(plain(question)).toContain("Comprar por € 12,00?");
    expect(plain(question)).toContain("Origem da conta: Pessoal.");
    await userEvent.click(within(question).getByRole("button", { name: "Cancelar" }));
    expect(sent).toEqual([]);
  });

  it("sends the price that was shown, once, and shows the access this one time", async () => {
    serveMarket();
    const credentials = { account: { raw: "x", login: "conta9001", password: "Exemplo#9001" }, email: [] };
    const sent = servePurchase(() => HttpResponse.json({ status: "ok", credentials, purchase: PURCHASE }));
    show();
    const dialog = await openLot();
    await confirmPurchase();
    expect(await screen.findByText("Comprado. Guarde agora: o acesso não fica salvo aqui.")).toBeInTheDocument();
    expect(toastText()).toBe("Compra realizadaFortnite 57 skins foi comprado.");
    expect(sent).toEqual([{ data: { item_id: 9001, price: "12.00" }, key: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect(dialog).not.toHaveTextContent("Exemplo#9001");
    await press("Mostrar senha da conta");
    expect(await screen.findByText("Exemplo#9001")).toBeInTheDocument();
    await press("Ocultar senha da conta");
    expect(dialog).not.toHaveTextContent("Exemplo#9001");
    await press("Mostrar senha da conta");
    expect(screen.queryByText("Login do e-mail")).not.toBeInTheDocument();
    await press("Já guardei");
    await waitFor(() => expect(screen.queryByText("Exemplo#9001")).not.toBeInTheDocument());
  });

  it("keeps the access in sight when Escape is pressed", async () => {
    serveMarket();
    servePurchase(() => HttpResponse.json({ credentials: { account: { login: "conta9001", password: "Exemplo#1" } } }));
    show();
    await openLot();
    await confirmPurchase();
    await screen.findByText(/^Comprado\. Guarde agora/);
    await userEvent.keyboard("{Escape}");
    expect(screen.getByText(/^Comprado\. Guarde agora/)).toBeInTheDocument();
  });

  it("says honestly that nobody knows, and offers no other try", async () => {
    serveMarket();
    const sent = servePurchase(() =>
      HttpResponse.json({ message: UNKNOWN, code: "purchase_outcome_unknown" }, { status: 502 }),
    );
    show();
    await openLot();
    await confirmPurchase();
    expect(await screen.findByText(UNKNOWN, { selector: "[role=note] *" })).toBeInTheDocument();
    expect(toastText()).toBe(`Compra não confirmada${UNKNOWN}`);
    expect(screen.queryByRole("button", { name: /^Comprar/ })).not.toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it("says the same when our own server did not answer", async () => {
    serveMarket();
    servePurchase(() => HttpResponse.error());
    show();
    await openLot();
    await confirmPurchase();
    expect(await screen.findByText(UNKNOWN, { selector: "[role=note] *" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Comprar/ })).not.toBeInTheDocument();
  });

  it("shows the new price when it changed, and asks again", async () => {
    let price = 12;
    serveMarket();
    server.use(http.post("/api/proxy/lztmarket/market/item/:id", () => HttpResponse.json({ item: { ...LOT, price } })));
    const message = "O preço do lote mudou. Confira o valor e confirme de novo.";
    servePurchase(() => HttpResponse.json({ message, code: "price_changed", price: "15.00" }, { status: 409 }));
    show();
    await openLot();
    price = 15;
    await confirmPurchase();
    expect(await screen.findByText(message, { selector: "[role=note] *" })).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: /Comprar por €\s15,00/ })).toBeInTheDocument();
  });
});

describe("the purchases", () => {
  function serve(purchases: Purchase[]) {
    serveMarket();
    server.use(
      http.get("/api/purchases", () =>
        HttpResponse.json(purchases, { headers: { "X-Total-Count": String(purchases.length) } }),
      ),
    );
  }

  it("are listed with how they ended", async () => {
    serve([PURCHASE, { ...PURCHASE, id: 4, state: "refused", message: "This item is sold." }]);
    show({ tab: "compras" });
    expect(await screen.findByText("Comprado")).toBeInTheDocument();
    expect(screen.getByText("Recusado")).toBeInTheDocument();
    expect(screen.getByText("This item is sold.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Foi comprado/ })).not.toBeInTheDocument();
  });

  it("made as practice are marked as such", async () => {
    serve([PURCHASE, { ...PURCHASE, id: 4, title: "Roblox 350 Robux", training: true }]);
    show({ tab: "compras" });
    const practised = (await screen.findByText("Roblox 350 Robux")).closest("tr") as HTMLElement;
    expect(within(practised).getByText("Ensaio")).toBeInTheDocument();
    expect(screen.getAllByText("Ensaio")).toHaveLength(1);
  });

  it("without an answer are settled by whoever looked", async () => {
    let state = "unknown";
    serveMarket();
    const sent: unknown[] = [];
    server.use(
      http.get("/api/purchases", () =>
        HttpResponse.json([{ ...PURCHASE, state }], { headers: { "X-Total-Count": "1" } }),
      ),
      http.post("/api/purchases/3/resolve", async ({ request }) => {
        sent.push(await request.json());
        state = "refused";
        return HttpResponse.json({ ...PURCHASE, state });
      }),
    );
    show({ tab: "compras" });
    expect(await screen.findByText("Não confirmado")).toBeInTheDocument();
    await press(/^Não foi comprado:/);
    const question = within(await screen.findByRole("alertdialog", { name: "A compra não foi feita?" }));
    expect(sent).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "Não foi comprado" }));
    expect(await screen.findByText("Recusado")).toBeInTheDocument();
    expect(sent).toEqual([{ outcome: "refused" }]);
  });

  it("say that there are none", async () => {
    serve([]);
    show({ tab: "compras" });
    expect(await screen.findByText("Nenhuma compra feita por aqui")).toBeInTheDocument();
  });
});
