import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { EarningExplanation } from "@/api/earnings";
import { EARNING, servePanel, showPanel, topToastText } from "@/screens/admin-panel/panel.fixture";
import { amountProblem } from "@/shared/earnings/earning";
import { server } from "../../../test/server";

type Sent = { body: unknown; key: string | null };

beforeEach(() => {
  servePanel();
});

/** Remember what is sent, and answer each call with the next answer. */
function record(method: "post" | "patch", path: string, answers: (() => Response)[]): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get("Idempotency-Key") });
      return (answers[sent.length - 1] ?? (() => HttpResponse.json({})))();
    }),
  );
  return sent;
}

describe("amountProblem", () => {
  it.each([
    ["", "Campo Valor é obrigatório"],
    ["abc", "Informe um valor válido."],
    ["0", "O valor deve ser maior que zero"],
    ["-5", "O valor deve ser maior que zero"],
    ["0,001", "Informe um valor com no máximo duas casas decimais."],
    ["10.000,01", "alto"],
    ["10.001", "alto"],
    ["10.000,00", undefined],
    ["0,01", undefined],
  ])("of '%s' is %s", (typed, problem) => {
    expect(amountProblem(typed, "alto")).toBe(problem);
  });
});

describe("a transfer", () => {
  beforeEach(() => {
    showPanel("pagamentos");
  });

  async function open(pending = "131,25") {
    await userEvent.click(await screen.findByRole("button", { name: "Transferir para Bruno Lima" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Transferir pagamento" }));
    await waitFor(() => expect(dialog.getByText("Saldo pendente").parentElement).toHaveTextContent(pending));
    return dialog;
  }

  it("is refused above R$ 10.000 and above the pending balance, and nothing is sent", async () => {
    const dialog = await open();
    await userEvent.type(dialog.getByLabelText("Valor"), "10.000,01");
    await userEvent.click(dialog.getByRole("button", { name: /^Transferir/ }));
    expect(dialog.getByText("O valor máximo para transferência é R$ 10.000")).toBeInTheDocument();
    await userEvent.clear(dialog.getByLabelText("Valor"));
    await userEvent.type(dialog.getByLabelText("Valor"), "131,26");
    await userEvent.click(dialog.getByRole("button", { name: /^Transferir/ }));
    expect(dialog.getByText("Saldo pendente insuficiente.")).toBeInTheDocument();
  });

  it("goes out once a click, under one key for the opening, and tells what was paid", async () => {
    const sent = record("post", "/api/earnings/transfer", [
      () => HttpResponse.error() as unknown as Response,
      () => HttpResponse.json({ payout: { id: 1 }, paid: [EARNING], pendingTotal: "0.00" }),
    ]);
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Usar o máximo" }));
    expect(dialog.getByLabelText("Valor")).toHaveValue("131,25");
    const transfer = dialog.getByRole("button", { name: /^Transferir/ });
    await userEvent.click(transfer);
    await waitFor(() => expect(topToastText()).toBe("ErroErro de conexão com o servidor. Verifique sua internet."));
    await waitFor(() => expect(transfer).not.toHaveAttribute("aria-busy"));
    await userEvent.click(transfer);
    await waitFor(() => expect(topToastText()).toBe("SucessoR$ 131,25 transferidos para Bruno Lima."));
    expect(sent[0]?.body).toEqual({ userId: 8, amount: "131.25" });
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("takes a new key for a new opening", async () => {
    const sent = record("post", "/api/earnings/transfer", []);
    for (let opening = 0; opening < 2; opening += 1) {
      const dialog = await open();
      await userEvent.type(dialog.getByLabelText("Valor"), "10");
      await userEvent.click(dialog.getByRole("button", { name: /^Transferir/ }));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    }
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it("says where a mistaken one is undone", async () => {
    const dialog = await open();
    expect(dialog.getByText(/Um engano se desfaz em Ganhos\.$/)).toBeInTheDocument();
    expect(dialog.queryByText(/Não pode ser desfeito/)).toBeNull();
  });

  it("goes by what is pending now, though the window was open before", async () => {
    record("post", "/api/earnings/transfer", []);
    const before = await open();
    await userEvent.click(before.getByRole("button", { name: "Cancelar" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    server.use(http.get("/api/earnings/8/pending", () => HttpResponse.json({ total: "331.25", earnings: [EARNING] })));
    const dialog = await open("331,25");
    await userEvent.type(dialog.getByLabelText("Valor"), "300");
    await userEvent.click(dialog.getByRole("button", { name: /^Transferir/ }));
    await waitFor(() => expect(topToastText()).toBe("SucessoR$ 300,00 transferidos para Bruno Lima."));
  });
});

describe("'Adicionar Saldo'", () => {
  it("needs employee, amount and description, and sends a pending earning", async () => {
    const sent = record("post", "/api/earnings", [() => HttpResponse.json(EARNING, { status: 201 })]);
    showPanel("ganhos");
    await userEvent.click(await screen.findByRole("button", { name: "Adicionar Saldo" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Adicionar Saldo" }));
    await userEvent.click(dialog.getByRole("button", { name: "Adicionar Saldo" }));
    for (const field of ["Funcionário", "Valor", "Descrição"]) {
      expect(dialog.getByText(`Campo ${field} é obrigatório`)).toBeInTheDocument();
    }
    await userEvent.type(dialog.getByLabelText("Valor"), "20000");
    await userEvent.click(dialog.getByRole("button", { name: "Adicionar Saldo" }));
    expect(dialog.getByText("O valor máximo é R$ 10.000")).toBeInTheDocument();
    await userEvent.clear(dialog.getByLabelText("Valor"));
    await userEvent.type(dialog.getByLabelText("Valor"), "75");
    await userEvent.type(dialog.getByLabelText("Descrição"), "Bônus de outubro");
    await userEvent.type(dialog.getByLabelText("Funcionário"), "bru");
    await userEvent.click(await screen.findByRole("option", { name: /Bruno Lima/ }));
    await userEvent.click(dialog.getByRole("button", { name: "Adicionar Saldo" }));
    await waitFor(() => expect(topToastText()).toBe("SucessoR$ 75,00 adicionados ao saldo de Bruno Lima."));
    expect(sent).toEqual([
      {
        body: { userId: 8, amount: "75.00", description: "Bônus de outubro", status: "pending", accountsCount: 1 },
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });
});

describe("the payment date", () => {
  const SCHEDULE = { id: 1, nextPaymentDate: "2026-11-10", description: "Pagamento mensal" };

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-21T09:00:00-03:00") });
  });

  async function type(day: string) {
    const field = await screen.findByLabelText("Nova data");
    await userEvent.clear(field);
    if (day) await userEvent.type(field, day);
    await userEvent.click(screen.getByRole("button", { name: "Salvar data" }));
    return field;
  }

  it("is created with POST when there is none", async () => {
    const sent = record("post", "/api/payment-schedule", [
      () => HttpResponse.json({ ...SCHEDULE, nextPaymentDate: "2026-12-05" }, { status: 201 }),
    ]);
    showPanel("pagamentos");
    expect(await screen.findByText("Não definido")).toBeInTheDocument();
    expect(await type("2026-12-05")).toHaveAttribute("min", "2026-11-21");
    await waitFor(() => expect(sent[0]?.body).toEqual({ nextPaymentDate: "2026-12-05", description: "" }));
    expect(await screen.findByText("05/12/2026", { selector: "p" })).toBeInTheDocument();
  });

  it("reads 'Vencido' when past, and is changed with PATCH", async () => {
    server.use(http.get("/api/payment-schedule", () => HttpResponse.json(SCHEDULE)));
    const sent = record("patch", "/api/payment-schedule/1", [
      () => HttpResponse.json({ ...SCHEDULE, nextPaymentDate: "2026-11-30" }),
    ]);
    showPanel("pagamentos");
    expect(await screen.findByText("Vencido")).toBeInTheDocument();
    await type("2026-11-30");
    await waitFor(() => expect(screen.queryByText("Vencido")).not.toBeInTheDocument());
    expect(sent[0]?.body).toEqual({ nextPaymentDate: "2026-11-30" });
  });

  it("keeps a past date while its description alone is changed", async () => {
    server.use(http.get("/api/payment-schedule", () => HttpResponse.json(SCHEDULE)));
    const sent = record("patch", "/api/payment-schedule/1", [
      () => HttpResponse.json({ ...SCHEDULE, description: "Dia 5" }),
    ]);
    showPanel("pagamentos");
    const field = await screen.findByLabelText("Descrição");
    await userEvent.clear(field);
    await userEvent.type(field, "Dia 5");
    await userEvent.click(screen.getByRole("button", { name: "Salvar data" }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ description: "Dia 5" }));
  });

  it.each(["", "2026-11-20"])("'%s' is 'Data inválida'", async (day) => {
    showPanel("pagamentos");
    await type(day);
    expect(await screen.findByText("Data inválida")).toBeInTheDocument();
  });

  it("says 'Não foi possível salvar o cronograma de pagamento' when the server fails", async () => {
    record("post", "/api/payment-schedule", [() => HttpResponse.json({ message: "x" }, { status: 500 })]);
    showPanel("pagamentos");
    await type("2026-12-05");
    await waitFor(() => expect(topToastText()).toBe("ErroNão foi possível salvar o cronograma de pagamento"));
  });
});

describe("the month", () => {
  it("has its payments as a file", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-21T09:00:00-03:00") });
    showPanel("pagamentos");
    expect(await screen.findByRole("link", { name: "Baixar CSV" })).toHaveAttribute(
      "href",
      "/api/earnings/payouts.csv?month=2026-11",
    );
  });
});

describe("'Por que este valor?'", () => {
  it("goes from the amount to its cause, its parts and its lines in the ledger", async () => {
    const why: EarningExplanation = {
      earning: EARNING,
      pieces: [EARNING],
      payouts: [],
      cause: { title: "Tarefa: 50 contas Roblox", url: "", facts: [{ name: "Meta de contas", value: "50" }] },
      entries: [
        {
          sequence: 3,
          kind: "credit",
          kindLabel: "Crédito",
          amount: "131.25",
          earningId: 41,
          reason: "Tarefa concluída",
          by: { id: 8, fullName: "Bruno Lima", username: "bruno.lima" },
          createdAt: "2026-11-20T10:00:00-03:00",
          hash: "2327d3288e61ffff",
        },
      ],
    };
    server.use(http.get("/api/earnings/41/why", () => HttpResponse.json(why)));
    showPanel("ganhos");
    await userEvent.click(await screen.findByRole("button", { name: /^Por que este valor\? R\$\s131,25, / }));
    const dialog = await screen.findByRole("dialog", { name: "Por que este valor?" });
    await within(dialog).findByText("Cálculo");
    const words = dialog.textContent?.replace(/\u00a0/g, " ");
    for (const piece of [
      "Valor base (50 contas)R$ 125,00",
      "Bônus de lucro (+5%)R$ 6,25",
      "De onde veioTarefa: 50 contas Roblox",
      "Meta de contas50",
      "Crédito · 20/11/2026 10:00 · por Bruno Lima",
      "Lançamento 3, selo 2327d3288e61",
    ]) {
      expect(words).toContain(piece);
    }
  });
});
