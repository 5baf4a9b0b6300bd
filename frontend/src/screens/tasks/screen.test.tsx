// What the screen loads on demand is loaded before a test waits for it.

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Task } from "@/api/tasks";
import { TasksScreen } from "@/screens/tasks/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";
import { spoken } from "../../../test/spoken";

const TASK: Task = {
  id: 31,
  title: "50 contas Roblox",
  description: "Com a tag Old Account.",
  status: "pending",
  priority: "high",
  currentQuantity: 12,
  targetQuantity: 50,
  paymentPerAccount: "2.50",
  dueDate: "2026-11-25T23:59:59-03:00",
  assignee: ANA.id,
  assignedTo: ANA.id,
  assigneeUser: { id: ANA.id, fullName: "Ana Souza", username: "ana.souza" },
  createdBy: 1,
  createdAt: "2026-11-01T09:00:00-03:00",
  updatedAt: "2026-11-01T09:00:00-03:00",
  completedAt: null,
  problemReportedAt: null,
  earned: null,
  creator: { title: "Roblox", href: "/roblox-bulk" },
};
const DONE: Task = {
  ...TASK,
  status: "completed",
  currentQuantity: 50,
  completedAt: "2026-11-21T10:00:00-03:00",
  earned: "131.25",
};

const LIST = "/api/tasks/assignee/7?limit=24&offset=0";
const SUMMARY = "/api/tasks/summary?userId=7";
const COUNTS = { total: 5, pending: 2, completed: 2, overdue: 1 };

function show(tasks: Task[], user = ANA) {
  signIn(user);
  return renderScreen(<TasksScreen />, { [SUMMARY]: COUNTS, [LIST]: { rows: tasks, total: tasks.length } });
}

/** Answer quantity changes as the server does, once `gate` opens, and remember them. */
function acceptQuantities(gate: Promise<void> = Promise.resolve()): number[] {
  const sent: number[] = [];
  server.use(
    http.patch("/api/tasks/31", async ({ request }) => {
      const { currentQuantity } = (await request.json()) as { currentQuantity: number };
      sent.push(currentQuantity);
      await gate;
      return HttpResponse.json({ ...TASK, currentQuantity });
    }),
  );
  return sent;
}

const card = () => screen.getByRole("article", { name: "50 contas Roblox" });
const minus = () => screen.getByRole("button", { name: /^Diminuir/ });
const plus = () => screen.getByRole("button", { name: /^Aumentar/ });
const typed = () => screen.getByLabelText<HTMLInputElement>("quantidade de 50 contas Roblox");
const shown = () => Number(typed().value);
const done = () => screen.getByRole("button", { name: "Já Realizei: 50 contas Roblox" });
const figure = (label: string) => screen.getByText(label, { selector: "dt" }).parentElement?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-21T09:00:00-03:00") });
  history.replaceState(null, "", "/tasks");
  server.use(http.get("/api/tasks/summary", () => HttpResponse.json(COUNTS)));
});

describe("the page", () => {
  it("counts Total, Pendentes, Concluídas and Atrasadas", () => {
    show([TASK]);
    expect(figure("Total")).toBe("Total5");
    expect(figure("Pendentes")).toBe("Pendentes2");
    expect(figure("Concluídas")).toBe("Concluídas2");
    expect(figure("Atrasadas")).toBe("Atrasadas1");
  });

  it("says when nothing is assigned", () => {
    show([]);
    expect(screen.getByText("Nenhuma tarefa encontrada")).toBeInTheDocument();
    expect(screen.getByText("Você não possui tarefas atribuídas no momento.")).toBeInTheDocument();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });

  it("leads an admin to the task tab of the panel", () => {
    show([], { ...ANA, role: "admin" });
    expect(screen.getByRole("link", { name: "Gerenciar tarefas no painel" })).toHaveAttribute(
      "href",
      "/admin-panel?tab=tarefas",
    );
  });

  it("narrows by status, from the first page on, and keeps that in the address", async () => {
    history.replaceState(null, "", "/tasks?pagina=2");
    server.use(
      http.get(`/api/tasks/assignee/${ANA.id}`, ({ request }) => {
        const { searchParams } = new URL(request.url);
        const wanted = [searchParams.get("status"), searchParams.get("offset")].join();
        return HttpResponse.json(wanted === "overdue,0" ? [{ ...TASK, status: "overdue" }] : [], {
          headers: { "X-Total-Count": "1" },
        });
      }),
    );
    show([TASK]);
    await userEvent.click(screen.getByRole("tab", { name: "Atrasadas" }));
    expect(await within(await screen.findByRole("article")).findByText("Atrasada")).toBeInTheDocument();
    expect(location.search).toBe("?status=overdue");
  });

  it("offers another try when the list does not come", async () => {
    let calls = 0;
    server.use(
      http.get(`/api/tasks/assignee/${ANA.id}`, () => {
        calls += 1;
        return calls === 1
          ? HttpResponse.json({ message: "x" }, { status: 403 })
          : HttpResponse.json([TASK], { headers: { "X-Total-Count": "1" } });
      }),
    );
    signIn();
    renderScreen(<TasksScreen />, { [SUMMARY]: COUNTS });
    expect(await screen.findByText("Não foi possível carregar as tarefas.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));
    expect(await screen.findByRole("article")).toBeInTheDocument();
  });
});

describe("a card", () => {
  it("shows title, description, badges, progress, payment and due date", () => {
    show([TASK]);
    const words = card().textContent?.replace(/\u00a0/g, " ");
    expect(within(card()).getByText("Pendente")).toBeInTheDocument();
    expect(within(card()).getByText("Alta")).toBeInTheDocument();
    expect(words).toContain("Com a tag Old Account.");
    expect(words).toContain("12/50");
    expect(words).toContain("Pagamento por contaR$ 2,50R$ 125,00 no total");
    expect(words).toContain("Prazo25/11/2026em 4 dias");
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "12");
  });

  it("says 'Desconhecido' and 'Normal' for what it does not know", () => {
    show([{ ...TASK, status: "paused", priority: "urgent" } as unknown as Task]);
    expect(within(card()).getByText("Desconhecido")).toBeInTheDocument();
    expect(within(card()).getByText("Normal")).toBeInTheDocument();
  });
});

describe("the quantity", () => {
  it("moves at once, both buttons off until the server answers, and keeps the focus", async () => {
    let open: () => void = () => undefined;
    const sent = acceptQuantities(
      new Promise((resolve) => {
        open = resolve;
      }),
    );
    show([TASK]);
    await userEvent.click(plus());
    expect(shown()).toBe(13);
    expect(card()).toHaveAttribute("aria-busy", "true");
    expect(minus()).toHaveAttribute("aria-disabled", "true");
    expect(plus()).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(plus());
    open();
    await waitFor(() => expect(card()).toHaveAttribute("aria-busy", "false"));
    expect(sent).toEqual([13]);
    expect(plus()).toHaveFocus();
    await userEvent.click(minus());
    await waitFor(() => expect(sent).toEqual([13, 12]));
  });

  it("that was typed stays when the answer to an earlier step comes", async () => {
    const held: (() => void)[] = [];
    server.use(
      http.patch("/api/tasks/31", async ({ request }) => {
        const { currentQuantity } = (await request.json()) as { currentQuantity: number };
        await new Promise<void>((resolve) => held.push(resolve));
        return HttpResponse.json({ ...TASK, currentQuantity });
      }),
    );
    show([TASK]);
    await userEvent.click(plus());
    await userEvent.clear(typed());
    await userEvent.type(typed(), "20{Enter}");
    expect(shown()).toBe(20);
    held[0]?.();
    await waitFor(() => expect(held).toHaveLength(2));
    expect(shown()).toBe(20);
    held[1]?.();
    await waitFor(() => expect(card()).toHaveAttribute("aria-busy", "false"));
    expect(shown()).toBe(20);
  });

  it.each([
    ["80", 50],
    ["-4", 0],
    ["", 0],
    ["7.5", 0],
    ["33", 33],
  ])("typed as '%s' is sent as %i", async (text, quantity) => {
    const sent = acceptQuantities();
    show([TASK]);
    await userEvent.clear(typed());
    if (text) await userEvent.type(typed(), text);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(sent).toEqual([quantity]));
    expect(shown()).toBe(quantity);
  });

  it("is spoken when it changes, and not before", async () => {
    acceptQuantities();
    show([TASK]);
    expect(spoken()).toEqual([]);
    await userEvent.click(plus());
    await waitFor(() => expect(spoken()).toEqual(["13 de 50"]));
  });

  it("stops at 0 and at the target", () => {
    const { unmount } = show([{ ...TASK, currentQuantity: 0 }]);
    expect(minus()).toHaveAttribute("aria-disabled", "true");
    expect(plus()).toHaveAttribute("aria-disabled", "false");
    unmount();
    show([{ ...TASK, currentQuantity: 50 }]);
    expect(minus()).toHaveAttribute("aria-disabled", "false");
    expect(plus()).toHaveAttribute("aria-disabled", "true");
  });

  it("reverts when it is refused: 'only logged, busy marker cleared, no message'", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    server.use(http.patch("/api/tasks/31", () => HttpResponse.json({ message: "não" }, { status: 500 })));
    show([TASK]);
    await userEvent.click(plus());
    await waitFor(() => expect(logged).toHaveBeenCalledWith("task quantity not saved", expect.anything()));
    await waitFor(() => expect(shown()).toBe(12));
    expect(card()).toHaveAttribute("aria-busy", "false");
    expect(document.querySelector(".toast")).toBeNull();
  });
});

describe("a quantity typed while a step is on its way", () => {
  it.each([
    [[500, 500], 20, 12],
    [[200, 500], 20, 13],
    [[500, 200], 20, 20],
  ])("of which the answers are %j shows %i, then %i", async (statuses, meanwhile, after) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const held: (() => void)[] = [];
    server.use(
      http.patch("/api/tasks/31", async ({ request }) => {
        const { currentQuantity } = (await request.json()) as { currentQuantity: number };
        const status = statuses[held.length] ?? 200;
        await new Promise<void>((resolve) => held.push(resolve));
        return HttpResponse.json({ ...TASK, currentQuantity }, { status });
      }),
    );
    show([TASK]);
    await userEvent.click(plus());
    await userEvent.clear(typed());
    await userEvent.type(typed(), "20{Enter}");
    held[0]?.();
    await waitFor(() => expect(held).toHaveLength(2));
    expect(shown()).toBe(meanwhile);
    held[1]?.();
    await waitFor(() => expect(card()).toHaveAttribute("aria-busy", "false"));
    expect(shown()).toBe(after);
  });
});

describe("'Já Realizei'", () => {
  /** Complete as the server does, and remember what was sent. */
  function acceptCompletion() {
    const sent: { body: unknown; key: string | null }[] = [];
    server.use(
      http.post("/api/tasks/31/complete", async ({ request }) => {
        sent.push({ body: await request.json(), key: request.headers.get("Idempotency-Key") });
        return HttpResponse.json({ task: DONE, earning: { id: 1 } });
      }),
    );
    return sent;
  }

  it("completes at the target without a question", async () => {
    const sent = acceptCompletion();
    show([{ ...TASK, currentQuantity: 50 }]);
    await userEvent.click(done());
    await waitFor(() => expect(within(card()).getByText("Concluída")).toBeInTheDocument());
    expect(sent).toEqual([{ body: { userId: ANA.id }, key: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect(document.querySelector(".toast")?.textContent).toBe("Tarefa Concluída!Ganhos adicionados ao seu saldo.");
    expect(done()).toBeDisabled();
    await waitFor(() => expect(card()).toHaveFocus());
  });

  it("puts the task among the completed ones, though these were looked at before", async () => {
    const sent = acceptCompletion();
    server.use(
      http.get(`/api/tasks/assignee/${ANA.id}`, ({ request }) => {
        const wanted = new URL(request.url).searchParams.get("status");
        const rows = [sent.length > 0 ? DONE : TASK].filter(({ status }) => !wanted || status === wanted);
        return HttpResponse.json(rows, { headers: { "X-Total-Count": String(rows.length) } });
      }),
    );
    show([{ ...TASK, currentQuantity: 50 }]);
    await userEvent.click(screen.getByRole("tab", { name: "Concluídas" }));
    expect(await screen.findByText("Nenhuma tarefa nesta situação.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("tab", { name: "Todas" }));
    await userEvent.click(done());
    await waitFor(() => expect(within(card()).getByText("Concluída")).toBeInTheDocument());
    await userEvent.click(screen.getByRole("tab", { name: "Concluídas" }));
    expect(await screen.findByRole("article", { name: "50 contas Roblox" })).toBeInTheDocument();
  });

  it("asks about a target of one account in the singular", async () => {
    show([{ ...TASK, currentQuantity: 0, targetQuantity: 1 }]);
    await userEvent.click(done());
    const question = await screen.findByRole("alertdialog", { name: "Concluir abaixo da meta?" });
    expect(question).toHaveTextContent("Você registrou 0 de 1 conta em");
  });

  it("asks first below the target, and 'Cancelar' sends nothing", async () => {
    const sent = acceptCompletion();
    show([TASK]);
    await userEvent.click(done());
    const question = await screen.findByRole("alertdialog", { name: "Concluir abaixo da meta?" });
    expect(question).toHaveTextContent("Você registrou 12 de 50 contas");
    await userEvent.click(within(question).getByRole("button", { name: "Cancelar" }));
    expect(sent).toEqual([]);
    await userEvent.click(done());
    await userEvent.click(await screen.findByRole("button", { name: "Concluir tarefa" }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it.each([
    [500, "Erro interno", "Não foi possível concluir a tarefa. Tente novamente."],
    [409, "Esta tarefa já foi concluída.", "Esta tarefa já foi concluída."],
  ])("tells of a refusal with %i", async (status, message, told) => {
    server.use(
      http.post("/api/tasks/31/complete", () => HttpResponse.json({ message }, { status })),
      http.get(`/api/tasks/assignee/${ANA.id}`, () => HttpResponse.json([TASK], { headers: { "X-Total-Count": "1" } })),
    );
    show([{ ...TASK, currentQuantity: 50 }]);
    await userEvent.click(done());
    await waitFor(() => expect(document.querySelector(".toast")?.textContent).toBe(`Erro${told}`));
    expect(done()).toBeEnabled();
  });

  it.each([
    ["completed", () => userEvent.click(done())],
    ["counted", () => userEvent.click(screen.getByRole("button", { name: /^Diminuir/ }))],
  ])("leaves the list when an admin has deleted it before it is %s", async (_name, act) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const gone = () => HttpResponse.json({ message: "x" }, { status: 404 });
    server.use(
      http.post("/api/tasks/31/complete", gone),
      http.patch("/api/tasks/31", gone),
      http.get(`/api/tasks/assignee/${ANA.id}`, () => HttpResponse.json([], { headers: { "X-Total-Count": "0" } })),
    );
    show([{ ...TASK, currentQuantity: 50 }]);
    await act();
    expect(await screen.findByText("Nenhuma tarefa encontrada")).toBeInTheDocument();
  });

  it("keeps the question open when it is refused", async () => {
    server.use(http.post("/api/tasks/31/complete", () => HttpResponse.json({ message: "x" }, { status: 500 })));
    show([TASK]);
    await userEvent.click(done());
    await userEvent.click(await screen.findByRole("button", { name: "Concluir tarefa" }));
    await waitFor(() => expect(document.querySelector(".toast")).not.toBeNull());
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
  });

  it("is not the first thing to press while the target is not reached", () => {
    const { unmount } = show([TASK]);
    const create = () => screen.queryByRole("link", { name: "Criar contas Roblox" });
    expect(create()).toHaveAttribute("href", "/roblox-bulk");
    expect([create(), done()].map((each) => each?.className)).toEqual(["btn btn-primary", "btn btn-secondary"]);
    unmount();
    const { unmount: again } = show([{ ...TASK, currentQuantity: 50 }]);
    expect([create(), done()].map((each) => each?.className)).toEqual(["btn btn-secondary", "btn btn-primary"]);
    again();
    show([{ ...TASK, creator: null }]);
    expect(create()).toBeNull();
  });

  it("is off for a completed task, which says what it earned", () => {
    show([DONE]);
    expect(card().textContent?.replace(/\u00a0/g, " ")).toContain("Concluída · R$ 131,25");
    expect(screen.queryByRole("link", { name: "Criar contas Roblox" })).toBeNull();
    expect(done()).toBeDisabled();
    expect(typed()).toBeDisabled();
  });
});
