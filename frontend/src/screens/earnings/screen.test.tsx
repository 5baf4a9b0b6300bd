import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { EarningsScreen } from "@/screens/earnings/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const PERSON = { id: 7, fullName: "Ana Souza", username: "ana.souza" };
const RUN = {
  sourceKind: "bulk_row",
  groupId: 3,
  kind: "Contas criadas",
  title: "Execução 3 · Roblox",
  url: "/runs/3",
  amount: "168.00",
  pending: "126.00",
  accountsCount: 11,
  creditsCount: 2,
  earningId: 20,
  lastAt: "2026-11-20T10:00:00-03:00",
};
const TASK = {
  ...RUN,
  sourceKind: "task",
  groupId: 9,
  kind: "Tarefas",
  title: "Tarefa: Dez contas",
  url: "/tasks",
  amount: "73.50",
  pending: "0.00",
  creditsCount: 1,
  earningId: 31,
};
const CUT = {
  id: 20,
  description: "Conta Roblox criada: Dragão",
  amount: "105.00",
  bonusAmount: "5.00",
  createdAt: "2026-11-20T10:00:00-03:00",
  parts: [
    { id: 20, amount: "42.00", status: "paid", paidAt: "2026-11-21T10:00:00-03:00" },
    { id: 22, amount: "63.00", status: "pending", paidAt: null },
  ],
};
const PAYOUT = { id: 5, userId: 7, amount: "42.00", by: null, createdAt: "2026-11-21T10:00:00-03:00", undone: false };
const OWN = {
  "/api/payment-schedule": { id: 1, nextPaymentDate: "2026-12-05", description: "Mensal" },
  "/api/earnings/7/pending?limit=1": { total: "126.00", earnings: [] },
  "/api/earnings/7/paid": { total: "115.50" },
  "/api/earnings/7/groups?limit=20&offset=0": { rows: [RUN, TASK], total: 2 },
  "/api/earnings/7/payouts?limit=5&offset=0": { rows: [PAYOUT], total: 1 },
};

const spaced = (text: string | null | undefined) => text?.replace(/\u00a0/g, " ");

beforeEach(() => {
  history.replaceState(null, "", "/ganhos");
});

describe("one's earnings", () => {
  it("end with what became of the accounts that one created", () => {
    signIn();
    const production = { accounts: 30, sold: 12, refunded: 1, pay: "90.00" };
    renderScreen(<EarningsScreen person={PERSON} production={production} />, OWN);

    expect(spaced(screen.getByText("Ganho por elas").closest("dl")?.textContent)).toBe(
      "Criadas30Vendidas12Reembolsadas1Ganho por elasR$ 90,00",
    );
  });

  it("are listed by run and task, and each payment with its receipt", () => {
    signIn();
    renderScreen(<EarningsScreen person={PERSON} />, OWN);
    const [, ...rows] = within(screen.getByRole("table", { name: "Ganhos" })).getAllByRole("row");
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => spaced(cell.textContent)),
      ),
    ).toEqual([
      [
        "OrigemExecução 3 · Roblox20/11/2026 · Contas criadas",
        "Contas11",
        "SituaçãoPendente R$ 126,00",
        "ValorR$ 168,00",
      ],
      ["OrigemTarefa: Dez contas20/11/2026 · Tarefas", "Contas11", "SituaçãoPago", "ValorR$ 73,50"],
    ]);
    expect(screen.getByRole("link", { name: "Recibo" })).toHaveAttribute("href", "/api/earnings/payouts/5/receipt.pdf");
    expect(screen.queryByRole("button", { name: "Desfazer" })).toBeNull();
  });

  it("of a run open to its accounts, one that was cut in two parts", async () => {
    signIn();
    let asked = "";
    server.use(
      http.get("/api/earnings/7/credits", ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json([CUT], { headers: { "X-Total-Count": "1" } });
      }),
    );
    renderScreen(<EarningsScreen person={PERSON} />, OWN);
    await userEvent.click(screen.getByRole("button", { name: /^Ver 2 ganhos R\$.168,00, Execução 3 · Roblox/ }));
    const accounts = within(await screen.findByRole("dialog", { name: "Execução 3 · Roblox" }));
    const amount = await accounts.findByRole("button", { name: /^Por que este valor\?/ });
    const [, row] = accounts.getAllByRole("row");
    expect(
      row &&
        within(row)
          .getAllByRole("cell")
          .map((cell) => spaced(cell.textContent)),
    ).toEqual([
      "GanhoConta Roblox criada: Dragão20/11/2026 10:00 · bônus R$ 5,00",
      "SituaçãoPagoR$ 42,00 em 21/11/2026PendenteR$ 63,00",
      "ValorR$ 105,00",
    ]);
    server.use(http.get("/api/earnings/20/why", () => HttpResponse.json({ message: "x" }, { status: 404 })));
    await userEvent.click(amount);
    expect(await screen.findByRole("dialog", { name: "Por que este valor?" })).toHaveTextContent("Dragão");
    expect(asked).toBe("?sourceKind=bulk_row&groupId=3&limit=20&offset=0");
  });

  it("of a task say why at the first press", async () => {
    signIn();
    server.use(http.get("/api/earnings/31/why", () => HttpResponse.json({ message: "x" }, { status: 404 })));
    renderScreen(<EarningsScreen person={PERSON} />, OWN);
    await userEvent.click(screen.getByRole("button", { name: /^Por que este valor\? R\$.73,50, Tarefa: Dez contas/ }));
    expect(await screen.findByRole("dialog", { name: "Por que este valor?" })).toHaveTextContent("Ana Souza");
  });

  it("are narrowed, and the statement is of the same days", async () => {
    signIn();
    const asked: string[] = [];
    server.use(
      http.get("/api/earnings/7/groups", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json([], { headers: { "X-Total-Count": "0" } });
      }),
    );
    renderScreen(<EarningsScreen person={PERSON} />, OWN);
    expect(screen.getByRole("link", { name: "Extrato em PDF" })).toHaveAttribute("href", "/api/earnings/7/statement.pdf");
    await userEvent.type(screen.getByLabelText("De"), "2026-11-01");
    await userEvent.selectOptions(screen.getByLabelText("Situação"), "Pendente");
    expect(await screen.findByText("Nenhum resultado encontrado")).toBeInTheDocument();
    expect(asked.at(-1)).toBe("?limit=20&offset=0&status=pending&start=2026-11-01");
    expect(screen.getByRole("link", { name: "Extrato em CSV" })).toHaveAttribute(
      "href",
      "/api/earnings/7/statement.csv?start=2026-11-01",
    );
  });
});

it("an admin undoes somebody's payment with a reason", async () => {
  signIn({ ...ANA, id: 1, role: "admin" });
  const sent: unknown[] = [];
  server.use(
    http.post("/api/earnings/payouts/5/undo", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ id: 40 }, { status: 201 });
    }),
    http.get("/api/earnings/7/*", () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } })),
  );
  renderScreen(<EarningsScreen person={PERSON} />, OWN);
  await userEvent.click(screen.getByRole("button", { name: "Desfazer" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Desfazer pagamento 5" }));
  await userEvent.click(dialog.getByRole("button", { name: "Desfazer pagamento" }));
  expect(dialog.getByText("Campo Motivo é obrigatório")).toBeInTheDocument();
  expect(sent).toEqual([]);
  await userEvent.type(dialog.getByLabelText("Motivo"), "Conta errada");
  await userEvent.click(dialog.getByRole("button", { name: "Desfazer pagamento" }));
  await waitFor(() => expect(sent).toEqual([{ reason: "Conta errada" }]));
});
