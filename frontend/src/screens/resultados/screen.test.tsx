import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { AccountResult, Sums } from "@/api/results";
import { ResultsScreen } from "@/screens/resultados/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const SUMS: Sums = {
  profit: "1234.50", paid: "2000.00", cost: "500.00", pay: "200.00", fined: "30.00", refunded: "35.50", margin: 61.7,
  receivable: "90.00", stockCost: "40.00", accountsClosed: 12, accountsReceivable: 3, accountsStock: 2, unvalued: 1,
  daysToSale: 4.5,
}; // biome-ignore format: a table of figures
const STOCK = ["0", "8", "31", "91"].map((age, count) => ({ age: age as "0", count, cost: `${count * 10}.00` }));
const ACCOUNT: AccountResult = {
  id: 5, title: "Conta Roblox", game: "roblox", gameTitle: "Roblox", login: "a••••", supplier: "Loja",
  market: "GameBoost", by: { id: 7, fullName: "Ana Souza", username: "ana.souza" }, standing: "closed",
  listedOn: "2026-11-02", soldOn: "2026-11-05", paidOn: "2026-11-08", cost: "20.00", sale: "60.00", paid: "55.00",
  fined: "0.00", refunded: "0.00", pay: "3.00", profit: "32.00", unvalued: 0,
}; // biome-ignore format: a table of figures
const RATE = {
  id: 1, currency: "EUR" as const, day: "2026-11-08", brl: "6.100000", source: "BCE", createdAt: "2026-11-08T12:00:00Z",
  by: null,
}; // biome-ignore format: a table of figures
const OVERVIEW = {
  totals: SUMS,
  months: [
    { ...SUMS, key: "2026-10", label: "", profit: "-10.00" },
    { ...SUMS, key: "2026-11", label: "", profit: "1244.50" },
  ],
  stock: STOCK,
};
const GROUP = { ...SUMS, key: "roblox", label: "Roblox" };

/** The addresses of lists that were asked for. */
const asked: string[] = [];

function open(totals: Partial<Sums> = {}, group = GROUP) {
  signIn({ ...ANA, role: "admin" });
  server.use(
    http.get("/api/results/accounts", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json([ACCOUNT], { headers: { "X-Total-Count": "1" } });
    }),
    http.get("/api/results/groups", () => HttpResponse.json([group], { headers: { "X-Total-Count": "1" } })),
    http.get("/api/results", () => HttpResponse.json(OVERVIEW)),
  );
  renderScreen(<ResultsScreen games={[]} services={[]} people={[]} suppliers={[]} />, {
    "/api/results": { ...OVERVIEW, totals: { ...SUMS, ...totals } },
    "/api/results/groups?limit=20&offset=0": { rows: [GROUP], total: 1 },
  });
}

beforeEach(() => {
  asked.length = 0;
  Element.prototype.scrollIntoView = vi.fn(); // which jsdom lacks
  history.replaceState(null, "", "/resultados");
});

test("a mean of one day until the sale is in the singular", () => {
  open({ daysToSale: 1 });

  expect(screen.getByRole("button", { name: /^1 dia\b/ })).toBeInTheDocument();
});

test("figures say what was made, what is awaited and what is in stock", async () => {
  open();

  expect(screen.getByRole("button", { name: /1\.234,50.*Lucro: ver 12 contas/ })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /61,7%.*Margem/ })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /4,5 dias/ })).toBeInTheDocument();
  expect(screen.getByText("3 contas vendidas")).toBeInTheDocument();
  expect(screen.getByText("2 contas não vendidas")).toBeInTheDocument();
  expect(screen.getByText(/1 conta está sem cotação e fora das somas/)).toBeInTheDocument();
  await userEvent.keyboard("{Shift}");
  expect(await screen.findByRole("row", { name: /outubro de 2026/ })).toHaveTextContent("-R$ 10,00");
});

test.each([
  [1, /^1 dia\b/],
  [0, /^0 dias/],
])("a mean of %d days is in the singular where it is one", (daysToSale, words) => {
  open({ daysToSale });

  expect(screen.getByRole("button", { name: words })).toBeInTheDocument();
});

test("figures of before are told as such until those of a new filter come", async () => {
  open();
  const busy = () => screen.getByText("3 contas vendidas").closest("[aria-busy]")?.ariaBusy;
  let answer = () => {};
  server.use(
    http.get("/api/results", async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return HttpResponse.json({ ...OVERVIEW, totals: { ...SUMS, profit: "7.00" } });
    }),
  );
  expect(busy()).toBe("false");
  await userEvent.type(screen.getByRole("searchbox"), "ana{Enter}");
  await waitFor(() => expect(busy()).toBe("true"));
  answer();
  expect(await screen.findByRole("button", { name: /7,00.*Lucro: ver 12 contas/ })).toBeInTheDocument();
  expect(busy()).toBe("false");
});

test("a figure opens to its accounts, and the address says so", async () => {
  open();

  await userEvent.click(screen.getByRole("button", { name: /A receber: ver 3 contas/ }));

  expect(await screen.findByRole("button", { name: /Conta Roblox/ })).toBeInTheDocument();
  expect(asked).toEqual(["?limit=20&offset=0&standing=receivable"]);
  expect(location.search).toBe("?by=account&standing=receivable");
});

test.each([
  ["", "start=2024-02-01&end=2024-02-29"],
  ["start=2024-02-10&end=2024-03-05&", "start=2024-02-10&end=2024-02-29"],
  ["start=2023-11-10&end=2024-02-20&", "start=2024-02-01&end=2024-02-20"],
])("a month opens to its accounts of the period asked for (%j)", async (period, opened) => {
  history.replaceState(null, "", `/resultados?${period}by=month`);
  open({}, { ...GROUP, key: "2024-02", label: "" });

  await userEvent.click(await screen.findByRole("button", { name: /fevereiro de 2024/ }));

  await screen.findByRole("button", { name: /Conta Roblox/ });
  expect(asked).toEqual([`?limit=20&offset=0&${opened}&standing=closed`]);
});

test("an age of the stock opens to the accounts of that age", async () => {
  open();

  await userEvent.click(screen.getByRole("button", { name: /31 a 90 dias/ }));

  await screen.findByRole("button", { name: /Conta Roblox/ });
  expect(asked).toEqual(["?limit=20&offset=0&standing=stock&age=31"]);
  expect(screen.getByRole("link", { name: "Contas em CSV" })).toHaveAttribute(
    "href",
    "/api/results/export.csv?standing=stock&age=31",
  );
});

test("accounts of another standing are not narrowed by the age in stock", async () => {
  history.replaceState(null, "", "/resultados?by=account&standing=stock&age=31");
  open();
  await screen.findByRole("button", { name: /Conta Roblox/ });

  await userEvent.selectOptions(screen.getByLabelText("Situação"), "Recebida");

  await waitFor(() => expect(asked.at(-1)).toBe("?limit=20&offset=0&standing=closed"));
  expect(location.search).toBe("?by=account&standing=closed");
});

test("an account opens to its chain with own currencies, rates and what has none", async () => {
  open();
  const entry = { market: "", currency: "EUR", rate: null, brl: null };
  server.use(
    http.get("/api/results/accounts/5", () =>
      HttpResponse.json({
        ...ACCOUNT,
        entries: [
          { ...entry, id: 1, kind: "bought", amount: "-3.00", day: "2026-11-01" },
          { ...entry, id: 2, kind: "paid", amount: "9.00", day: "2026-11-08", rate: RATE, brl: "54.90" },
          { ...entry, id: 4, kind: "bought", amount: "-250.00", day: "2026-11-01", currency: "RUB" },
          { ...entry, id: 3, kind: "pay", amount: "-3.00", day: "2026-11-02", currency: "BRL", brl: "-3.00" },
        ],
      }),
    ),
  );
  await userEvent.click(screen.getByRole("tab", { name: "Conta" }));
  await userEvent.click(await screen.findByRole("button", { name: /Conta Roblox/ }));

  const dialog = within(await screen.findByRole("dialog", { name: "Conta Roblox" }));
  const [bought, roubles, listed, paid, pay] = await dialog.findAllByRole("listitem");
  expect(bought).toHaveTextContent("Comprada01/11/2026-€ 3,00sem cotação");
  expect(roubles).toHaveTextContent(/-RUB\s250,00sem cotação/);
  expect(listed).toHaveTextContent("Anunciada no GameBoost02/11/2026");
  expect(paid).toHaveTextContent("€ 9,00R$ 54,90 a 6,1000 (BCE, 08/11/2026)");
  expect(pay).toHaveTextContent("Ganho de quem criou02/11/2026-R$ 3,00");
});

test("a rate tells how much it values before it is saved", async () => {
  document.body.insertAdjacentHTML("beforeend", '<div id="page-actions"></div>');
  open();
  const sent: unknown[] = [];
  server.use(
    http.get("/api/rates", () => HttpResponse.json([RATE], { headers: { "X-Total-Count": "1" } })),
    http.post("/api/rates/preview", () => HttpResponse.json({ entries: 12 })),
    http.post("/api/rates", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ entries: 12 }, { status: 201 });
    }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Cotações" }));
  await userEvent.type(await screen.findByLabelText(/Cotação \(R\$\)/), "6,1234");
  await userEvent.type(screen.getByLabelText(/Fonte/), "BCE");
  await userEvent.click(screen.getByRole("button", { name: "Revisar" }));

  expect(await screen.findByText("12 lançamentos serão valorados.")).toBeInTheDocument();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Salvar cotação" }));
  await screen.findByText(/Cotação salva/);
  expect(sent).toEqual([expect.objectContaining({ currency: "EUR", brl: "6.1234", source: "BCE" })]);
});
