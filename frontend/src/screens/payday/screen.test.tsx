import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { PaydayScreen } from "@/screens/payday/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const spaced = (text: string | null | undefined) => text?.replace(/\u00a0/g, " ");

describe("payday", () => {
  const due = (id: number, fullName: string, pending: string) => ({
    user: { id, fullName, username: `user${id}` },
    pending,
    paid: "0.00",
  });
  const SEEDS = {
    "/api/payment-schedule": { id: 1, nextPaymentDate: "2026-12-05", description: "Mensal" },
    "/api/earnings/totals": { pending: "12110.50", paid: "0.00" },
    "/api/earnings/balances?limit=100&offset=0&due=true&sort=-pending": {
      rows: [due(8, "Bruno Lima", "12000.00"), due(9, "Carla Dias", "110.50")],
      total: 2,
    },
  };

  async function review() {
    await userEvent.click(screen.getByRole("button", { name: "Revisar pagamento" }));
    return within(await screen.findByRole("dialog", { name: "Revisar pagamento" }));
  }

  beforeEach(() => {
    signIn({ ...ANA, id: 1, role: "admin" });
  });

  it("fills in what is due, up to the most that a transfer may be", async () => {
    renderScreen(<PaydayScreen />, SEEDS);
    expect(screen.queryByRole("button", { name: "Revisar pagamento" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Selecionar todos" }));
    const bruno = screen.getByLabelText("Valor para Bruno Lima");
    expect(bruno).toHaveValue("10.000,00");
    expect(spaced(document.getElementById(bruno.getAttribute("aria-describedby") ?? "")?.textContent)).toBe(
      "O valor máximo para transferência é R$ 10.000. O resto continua pendente.",
    );
    expect(screen.getByLabelText("Valor para Carla Dias")).toHaveValue("110,50");
    expect(spaced(screen.getByText(/^2 pessoas/).textContent)).toBe("2 pessoas · R$ 10.110,50");
  });

  it("asks before the page is left with an amount that somebody typed", async () => {
    renderScreen(<PaydayScreen />, SEEDS);
    const leaving = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
    await userEvent.click(screen.getByRole("button", { name: "Selecionar todos" }));
    expect(leaving()).toBe(true);
    await userEvent.type(screen.getByLabelText("Valor para Carla Dias"), "{Backspace}");
    expect(leaving()).toBe(false);
    await userEvent.click(screen.getByRole("checkbox", { name: "Pagar Carla Dias" }));
    expect(leaving()).toBe(true);
  });

  it("is not reviewed while an amount cannot be paid", async () => {
    renderScreen(<PaydayScreen />, SEEDS);
    await userEvent.click(screen.getByRole("checkbox", { name: "Pagar Carla Dias" }));
    const carla = screen.getByLabelText("Valor para Carla Dias");
    for (const [typed, problem] of [
      ["110,51", "Saldo pendente insuficiente."],
      ["0", "O valor deve ser maior que zero"],
      ["x", "Informe um valor válido."],
    ] as const) {
      await userEvent.clear(carla);
      await userEvent.type(carla, typed);
      expect(screen.getByText(problem)).toBeInTheDocument();
      expect(screen.getByRole("button", { name: "Revisar pagamento" })).toBeDisabled();
    }
  });

  it("pays all under one key however often it is tried, and gives receipts", async () => {
    const sent: { body: unknown; key: string | null }[] = [];
    server.use(
      http.post("/api/earnings/pay", async ({ request }) => {
        sent.push({ body: await request.json(), key: request.headers.get("Idempotency-Key") });
        if (sent.length === 1) return HttpResponse.error();
        return HttpResponse.json({
          payments: [8, 9].map((userId) => ({ payout: { id: userId * 10, userId }, pendingTotal: "0.00" })),
        });
      }),
      http.get("/api/earnings/totals", () => HttpResponse.json({ pending: "2000.00", paid: "10110.50" })),
      http.get("/api/earnings/balances", () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } })),
    );
    renderScreen(<PaydayScreen />, SEEDS);
    await userEvent.click(screen.getByRole("button", { name: "Selecionar todos" }));
    const dialog = await review();
    const pay = dialog.getByRole("button", { name: /^Pagar R\$.10\.110,50$/ });
    await userEvent.click(pay);
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(pay).not.toHaveAttribute("aria-busy"));
    await userEvent.click(pay);
    const done = within(await screen.findByRole("dialog", { name: "Pagamento realizado" }));
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.body).toEqual({
      payments: [
        { userId: 8, amount: "10000.00" },
        { userId: 9, amount: "110.50" },
      ],
    });
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(done.getByRole("link", { name: "Recibo de Carla Dias" })).toHaveAttribute(
      "href",
      "/api/earnings/payouts/90/receipt.pdf",
    );
    expect(screen.queryByRole("button", { name: "Revisar pagamento" })).toBeNull();
  });

  it("leaves out whom somebody else has paid meanwhile", async () => {
    server.use(
      http.post("/api/earnings/pay", () =>
        HttpResponse.json({ message: "Saldo pendente insuficiente." }, { status: 400 }),
      ),
      http.get("/api/earnings/totals", () => HttpResponse.json({ pending: "110.50", paid: "12000.00" })),
      http.get("/api/earnings/balances", () =>
        HttpResponse.json([due(9, "Carla Dias", "110.50")], { headers: { "X-Total-Count": "1" } }),
      ),
    );
    renderScreen(<PaydayScreen />, SEEDS);
    await userEvent.click(screen.getByRole("button", { name: "Selecionar todos" }));
    const dialog = await review();
    await userEvent.click(dialog.getByRole("button", { name: /^Pagar/ }));
    await waitFor(() => expect(screen.queryByLabelText("Pagar Bruno Lima")).not.toBeInTheDocument());
    await userEvent.click(dialog.getByRole("button", { name: "Cancelar" }));
    expect(spaced(screen.getByText(/^\d pessoas?/).textContent)).toBe("1 pessoa · R$ 110,50");
  });

  it("with nobody to pay says so", () => {
    renderScreen(<PaydayScreen />, {
      ...SEEDS,
      "/api/earnings/balances?limit=100&offset=0&due=true&sort=-pending": { rows: [], total: 0 },
    });
    expect(screen.getByText("Ninguém tem a receber")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Selecionar todos" })).toBeNull();
  });
});
