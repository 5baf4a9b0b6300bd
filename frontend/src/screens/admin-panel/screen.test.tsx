import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EARNING, servePanel, showPanel, TASK, topToastText } from "@/screens/admin-panel/panel.fixture";
import { server } from "../../../test/server";

let asked: string[];

beforeEach(() => {
  asked = servePanel();
});

const figure = (label: string) => screen.getByText(label, { selector: "dt" }).parentElement;

describe("the panel", () => {
  it("shows the four figures", async () => {
    showPanel();
    await waitFor(() => expect(figure("Funcionários Online")).toHaveTextContent("1"));
    expect(figure("Tarefas Ativas")).toHaveTextContent("1");
    await waitFor(() => expect(figure("Ganhos Pendentes")).toHaveTextContent("131,25"));
    expect(figure("Total de Funcionários")).toHaveTextContent("3");
  });

  it("keeps the tab in the address, without what narrowed the list of another", async () => {
    showPanel("tarefas");
    await userEvent.selectOptions(await screen.findByLabelText("Situação"), "Atrasada");
    expect(location.search).toBe("?tab=tarefas&status=overdue");
    await userEvent.click(screen.getByRole("tab", { name: "Ganhos" }));
    expect(location.search).toBe("?tab=ganhos");
    expect(await screen.findByRole("table", { name: "Ganhos" })).toBeInTheDocument();
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Visão Geral",
      "Tarefas",
      "Ganhos",
      "Pagamentos",
      "Funcionários",
    ]);
  });

  it("asks for people online and earnings every 5 s, for the payment date every 10 s", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let schedules = 0;
    server.use(
      http.get("/api/payment-schedule", () => {
        schedules += 1;
        return HttpResponse.json(null);
      }),
    );
    const times = (path: string) => asked.filter((each) => each.startsWith(path)).length;
    showPanel();
    await waitFor(() => expect(schedules).toBe(1));
    await vi.advanceTimersByTimeAsync(10_500);
    await waitFor(() => expect([times("/api/users/online"), times("/api/earnings/all"), schedules]).toEqual([3, 3, 2]));
    expect(times("/api/tasks")).toBe(1);
  });
});

describe("'Visão Geral'", () => {
  it.each([
    [null, "Não definido", false],
    ["2099-12-05", "05/12/2099", false],
    ["2026-01-05", "05/01/2026", true],
  ])("says when people are paid: %s", async (nextPaymentDate, words, late) => {
    server.use(
      http.get("/api/payment-schedule", () =>
        HttpResponse.json(nextPaymentDate && { id: 1, nextPaymentDate, description: "" }),
      ),
    );
    showPanel();
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByText("Em atraso") !== null).toBe(late);
  });

  it("leads to the tab behind each list", async () => {
    showPanel();
    await userEvent.click(await screen.findByRole("button", { name: "Ver ganhos" }));
    expect(location.search).toBe("?tab=ganhos");
  });
});

describe("'Tarefas'", () => {
  async function openNewTask() {
    showPanel("tarefas");
    await userEvent.click(await screen.findByRole("button", { name: "Nova Tarefa" }));
    return within(await screen.findByRole("dialog", { name: "Nova Tarefa" }));
  }

  it("wants a title, an employee, a target and a payment", async () => {
    const dialog = await openNewTask();
    await userEvent.click(dialog.getByRole("button", { name: "Criar Tarefa" }));
    for (const text of [
      "Campo Título é obrigatório",
      "Campo Funcionário é obrigatório",
      "A meta de contas deve ser maior que zero",
      "O pagamento por conta deve ser maior que zero",
    ]) {
      expect(dialog.getByText(text)).toBeInTheDocument();
    }
  });

  it("finds the employee on the server; the limit of the poor tier can be overridden", async () => {
    const sent: Record<string, unknown>[] = [];
    const limit = "Bruno Lima está no nível Fraco e já tem 2 tarefas abertas.";
    server.use(
      http.post("/api/tasks", async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return sent.length === 1
          ? HttpResponse.json({ message: limit, code: "poor_tier_limit" }, { status: 409 })
          : HttpResponse.json(TASK, { status: 201 });
      }),
    );
    const dialog = await openNewTask();
    await userEvent.type(dialog.getByLabelText("Título"), "50 contas Roblox");
    await userEvent.type(dialog.getByLabelText("Meta de contas"), "50");
    await userEvent.type(dialog.getByLabelText("Pagamento por conta"), "2,50");
    await userEvent.type(dialog.getByLabelText("Funcionário"), "bru");
    await waitFor(() =>
      expect(asked.at(-1)).toBe("/api/users?role=employee&ordering=fullName&limit=20&offset=0&search=bru"),
    );
    await userEvent.click(await screen.findByRole("option", { name: /Bruno Lima/ }));
    await userEvent.click(dialog.getByRole("button", { name: "Criar Tarefa" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Atribuir mesmo assim?" }));
    expect(question.getByText(limit)).toBeInTheDocument();
    await userEvent.click(question.getByRole("button", { name: "Atribuir mesmo assim" }));
    await waitFor(() => expect(topToastText()).toBe("SucessoTarefa criada com sucesso"));
    expect(sent[0]).toEqual({
      title: "50 contas Roblox",
      description: "",
      assignedTo: 8,
      targetQuantity: 50,
      paymentPerAccount: "2.50",
      priority: "medium",
      dueDate: null,
      createdBy: 1,
      overrideLimit: false,
    });
    expect(sent[1]).toEqual({ ...sent[0], overrideLimit: true });
  });

  it("gives a task once, though its answer got lost and it is sent again", async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post("/api/tasks", ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(TASK, { status: 201 });
      }),
    );
    const dialog = await openNewTask();
    await userEvent.type(dialog.getByLabelText("Título"), "50 contas Roblox");
    await userEvent.type(dialog.getByLabelText("Meta de contas"), "50");
    await userEvent.type(dialog.getByLabelText("Pagamento por conta"), "2,50");
    await userEvent.click(dialog.getByLabelText("Funcionário"));
    await userEvent.click(await screen.findByRole("option", { name: /Bruno Lima/ }));
    const send = dialog.getByRole("button", { name: "Criar Tarefa" });
    await userEvent.click(send);
    await waitFor(() => expect(topToastText()).toMatch(/^ErroErro de conexão/));
    await waitFor(() => expect(send).not.toHaveAttribute("aria-busy"));
    await userEvent.click(send);
    await waitFor(() => expect(topToastText()).toBe("SucessoTarefa criada com sucesso"));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  });

  it("reports a problem with its reason", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/tasks/31/problem", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(TASK);
      }),
    );
    showPanel("tarefas");
    await userEvent.click(
      await screen.findByRole("button", { name: "Relatar problema em 50 contas Roblox", hidden: true }),
    );
    const dialog = within(await screen.findByRole("dialog", { name: "Relatar problema" }));
    await userEvent.click(dialog.getByRole("button", { name: "Relatar problema" }));
    expect(dialog.getByText("Campo Motivo é obrigatório")).toBeInTheDocument();
    await userEvent.type(dialog.getByLabelText("Motivo"), "Senha errada");
    await userEvent.click(dialog.getByRole("button", { name: "Relatar problema" }));
    await waitFor(() => expect(sent).toEqual([{ reason: "Senha errada" }]));
  });

  it("completes for somebody else, after a question", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post("/api/tasks/31/complete", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ task: { ...TASK, status: "completed" }, earning: EARNING });
      }),
    );
    showPanel("tarefas");
    await userEvent.click(await screen.findByRole("button", { name: "Concluir 50 contas Roblox", hidden: true }));
    await userEvent.click(await screen.findByRole("button", { name: "Concluir tarefa" }));
    await waitFor(() => expect(sent).toEqual([{ userId: 8 }]));
    expect(topToastText()).toBe("Tarefa Concluída!Ganhos adicionados ao saldo de Bruno Lima.");
  });

  it("changes only what was typed anew, and tells that the person knows", async () => {
    const sent: unknown[] = [];
    server.use(
      http.patch("/api/tasks/31", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(TASK);
      }),
    );
    showPanel("tarefas");
    await userEvent.click(await screen.findByRole("button", { name: "Editar 50 contas Roblox", hidden: true }));
    const dialog = within(await screen.findByRole("dialog", { name: "Editar tarefa" }));
    expect(dialog.getByRole("button", { name: "Salvar" })).toBeDisabled();
    expect(dialog.queryByLabelText("Funcionário")).not.toBeInTheDocument();
    await userEvent.clear(dialog.getByLabelText("Pagamento por conta"));
    await userEvent.type(dialog.getByLabelText("Pagamento por conta"), "3,00");
    await userEvent.click(dialog.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(sent).toEqual([{ paymentPerAccount: "3.00" }]));
    expect(topToastText()).toBe("SucessoTarefa alterada. Avisamos Bruno Lima.");
  });

  it("deletes after a question, and says why not when it earned meanwhile", async () => {
    let calls = 0;
    const refusal = "Esta tarefa já foi concluída e creditada: não pode mais ser alterada nem excluída.";
    server.use(
      http.delete("/api/tasks/31", () => {
        calls += 1;
        return calls === 1
          ? HttpResponse.json({ message: refusal, code: "task_already_earned" }, { status: 409 })
          : new HttpResponse(null, { status: 204 });
      }),
    );
    showPanel("tarefas");
    await userEvent.click(await screen.findByRole("button", { name: "Excluir 50 contas Roblox", hidden: true }));
    const question = within(await screen.findByRole("alertdialog", { name: "Excluir esta tarefa?" }));
    expect(question.getByText(/registrou 12 de 50 contas e não recebe/)).toBeInTheDocument();
    await userEvent.click(question.getByRole("button", { name: "Excluir tarefa" }));
    await waitFor(() => expect(topToastText()).toBe(`Erro${refusal}`));
    await userEvent.click(question.getByRole("button", { name: "Excluir tarefa" }));
    await waitFor(() => expect(topToastText()).toBe("SucessoTarefa excluída. Avisamos Bruno Lima."));
  });

  it("offers a completed task neither edit nor deletion", async () => {
    server.use(
      http.get("/api/tasks", () =>
        HttpResponse.json([{ ...TASK, status: "completed" }], { headers: { "X-Total-Count": "1" } }),
      ),
    );
    showPanel("tarefas");
    const row = within((await screen.findByText("50 contas Roblox")).closest("tr") as HTMLElement);
    expect(row.getAllByRole("button", { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      "Ações",
      "Problema",
    ]);
    expect(row.getByText(/125,00/)).toBeInTheDocument();
  });
});
