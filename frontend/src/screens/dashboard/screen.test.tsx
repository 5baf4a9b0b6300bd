import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Earning } from "@/api/earnings";
import { DashboardScreen } from "@/screens/dashboard/screen";
import { eventually } from "../../../test/eventually";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

const PENDING: Pick<Earning, "id" | "description" | "amount" | "status" | "createdAt" | "updatedAt"> = {
  id: 1,
  description: "Conta Roblox publicada",
  amount: "3.15",
  status: "pending",
  createdAt: "2026-11-18T10:00:00-03:00",
  updatedAt: "2026-11-18T10:00:00-03:00",
};
const PAID: typeof PENDING = {
  ...PENDING,
  id: 2,
  description: "Tarefa: 20 contas",
  amount: "1250.00",
  status: "paid",
  updatedAt: "2026-11-20T10:00:00-03:00",
};
const TASK = { id: 1, title: "50 contas Roblox", status: "pending", currentQuantity: 32, targetQuantity: 50 };

const SUMMARY = "/api/tasks/summary?userId=7";
const TASKS = "/api/tasks/assignee/7?limit=3&offset=0";
const EARNINGS = "/api/earnings/7/pending?limit=3";
const SCHEDULE = "/api/payment-schedule";

const SEEDS = {
  [SUMMARY]: { total: 144, pending: 14, completed: 128, overdue: 2 },
  [TASKS]: { rows: [TASK], total: 144 },
  [EARNINGS]: { total: "3471.30", earnings: [PENDING] },
  [SCHEDULE]: { id: 1, nextPaymentDate: "2026-12-05", description: "Pagamento mensal" },
};
const EMPTY = {
  [SUMMARY]: { total: 0, pending: 0, completed: 0, overdue: 0 },
  [TASKS]: { rows: [], total: 0 },
  [EARNINGS]: { total: "0.00", earnings: [] },
  [SCHEDULE]: null,
};

/** The value under a card's label, its detail included. */
const figure = (label: string) => screen.getByText(label).parentElement?.textContent?.replace(/\u00a0/g, " ");

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-20T14:00:00-03:00") });
});

describe("greeting", () => {
  it("is by the time of day, with name, subtitle, role and last login", () => {
    signIn();
    renderScreen(<DashboardScreen />, SEEDS);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Boa tarde, Ana Souza");
    expect(screen.getByText("Funcionário do Sistema")).toBeInTheDocument();
    expect(screen.getByText("Funcionário")).toBeInTheDocument();
    expect(screen.getByText("Último login: 19/11/2026 09:30")).toBeInTheDocument();
  });

  it("falls back to the username, 'Primeiro acesso' and 'Nunca'", () => {
    signIn({ ...ANA, fullName: "", lastLogin: null });
    const { unmount } = renderScreen(<DashboardScreen />, SEEDS);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Boa tarde, ana.souza");
    expect(screen.getByText("Primeiro acesso")).toBeInTheDocument();
    unmount();
    document.body.replaceChildren();
    signIn({ ...ANA, lastLogin: "1970-01-01T00:00:00Z" });
    renderScreen(<DashboardScreen />, SEEDS);
    expect(screen.getByText("Último login: Nunca")).toBeInTheDocument();
  });

  it("an admin is 'Administrador do Sistema'", () => {
    signIn({ ...ANA, role: "admin" });
    renderScreen(<DashboardScreen />, SEEDS);
    expect(screen.getByText("Administrador do Sistema")).toBeInTheDocument();
    expect(screen.getByText("Administrador")).toBeInTheDocument();
  });
});

describe("cards", () => {
  it("count tasks, sum earnings and name the payment date, without a request", () => {
    signIn();
    renderScreen(<DashboardScreen />, SEEDS);
    expect(figure("Tarefas Pendentes")).toBe("Tarefas Pendentes14");
    expect(figure("Tarefas Concluídas")).toBe("Tarefas Concluídas128");
    expect(figure("Ganhos Pendentes")).toBe("Ganhos PendentesR$ 3.471,30");
    expect(figure("Próxima Data de Pagamento")).toBe("Próxima Data de Pagamento05/12/2026Pagamento mensal");
  });

  it("a date before today is 'Em atraso', today is not", () => {
    signIn();
    const schedule = (nextPaymentDate: string) => ({
      ...SEEDS,
      [SCHEDULE]: { id: 1, nextPaymentDate, description: "" },
    });
    const { unmount } = renderScreen(<DashboardScreen />, schedule("2026-11-19"));
    expect(screen.getByText("Em atraso")).toBeInTheDocument();
    unmount();
    renderScreen(<DashboardScreen />, schedule("2026-11-20"));
    expect(screen.queryByText("Em atraso")).toBeNull();
  });

  it("no date is 'Não definido'", () => {
    signIn();
    renderScreen(<DashboardScreen />, EMPTY);
    expect(screen.getByText("Não definido")).toBeInTheDocument();
  });

  it("the payment date is read again every 60 s", async () => {
    signIn();
    let reads = 0;
    server.use(
      http.get("/api/payment-schedule", () => {
        reads += 1;
        return HttpResponse.json({ id: 1, nextPaymentDate: "2026-12-19", description: "" });
      }),
    );
    renderScreen(<DashboardScreen />, SEEDS);
    await act(() => vi.advanceTimersByTimeAsync(59_000));
    expect(reads).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(await screen.findByText("19/12/2026")).toBeInTheDocument();
    expect(reads).toBe(1);
  });
});

describe("quick actions", () => {
  it.each([
    ["Minhas Tarefas", "/tasks"],
    ["Criar Contas", "/game-selection"],
    ["Meu Perfil", "/profile"],
  ])("%s shows 'Carregando {title}...' on the way to %s", (title, href) => {
    signIn();
    renderScreen(<DashboardScreen />, SEEDS);
    const link = screen.getByRole("link", { name: new RegExp(`^${title}`) });
    expect(link).toHaveAttribute("href", href);
    expect(link).toHaveAttribute("data-loading", `Carregando ${title}...`);
    expect(link).toHaveAttribute("data-delay", "quick");
  });
});

describe("recent lists", () => {
  it("show title, status and quantity of tasks", () => {
    signIn();
    renderScreen(<DashboardScreen />, SEEDS);
    const row = screen.getByText("50 contas Roblox").closest("li") as HTMLElement;
    expect(within(row).getByText("Pendente")).toBeInTheDocument();
    expect(row).toHaveTextContent("32/50");
  });

  it("show description, state, dates and amount of earnings", () => {
    signIn();
    const seeds = { ...SEEDS, [EARNINGS]: { total: "3.15", earnings: [PENDING, PAID] } };
    renderScreen(<DashboardScreen />, seeds);
    const [pending, paid] = ["Conta Roblox publicada", "Tarefa: 20 contas"].map(
      (text) => screen.getByText(text).closest("li") as HTMLElement,
    );
    expect(pending).toHaveTextContent("18/11/2026PendenteR$ 3,15");
    expect(paid).toHaveTextContent("18/11/2026 · Transferido 20/11/2026PagoR$ 1.250,00");
  });

  it("say when there is nothing", () => {
    signIn();
    renderScreen(<DashboardScreen />, EMPTY);
    expect(screen.getByText("Nenhuma tarefa encontrada")).toBeInTheDocument();
    expect(screen.getByText("Nenhum ganho encontrado")).toBeInTheDocument();
  });

  it("a failed read offers another try", async () => {
    signIn();
    server.use(
      http.get("/api/earnings/7/pending", () => HttpResponse.json({ message: "x" }, { status: 403 }), { once: true }),
      http.get("/api/earnings/7/pending", () => HttpResponse.json({ total: "3.15", earnings: [PENDING] })),
    );
    const { [EARNINGS]: _, ...seeds } = SEEDS;
    renderScreen(<DashboardScreen />, seeds);
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    await user.click(await screen.findByRole("button", { name: "Tentar novamente" }));
    expect(await screen.findByText("Conta Roblox publicada")).toBeInTheDocument();
  });
});

describe("'Todos os Ganhos'", () => {
  it("lists all earnings, a page at a time, when it is opened", async () => {
    signIn();
    const asked: string[] = [];
    server.use(
      http.get("/api/earnings/7", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json([PENDING, PAID], { headers: { "X-Total-Count": "41" } });
      }),
    );
    renderScreen(<DashboardScreen />, SEEDS);
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    expect(asked).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Ver todos" }));
    const dialog = await screen.findByRole("dialog", { name: "Todos os Ganhos" });
    // Rows have nothing to press: keys scroll them all the same.
    expect(within(dialog).getByRole("group", { name: "Conteúdo" })).toHaveAttribute("tabindex", "0");
    const paid = (await within(dialog).findByText("Tarefa: 20 contas")).closest("tr") as HTMLElement;
    expect(within(paid).getByText("18/11/2026")).toBeInTheDocument();
    expect(within(paid).getByText("20/11/2026")).toBeInTheDocument();
    await user.click(within(dialog).getByRole("button", { name: "Próxima" }));
    await eventually(() => expect(asked).toEqual(["?limit=20&offset=0", "?limit=20&offset=20"]));
  });
});
