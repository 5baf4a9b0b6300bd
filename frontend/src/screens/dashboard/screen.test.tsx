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

const DAYS = Array.from({ length: 14 }, (_, index) => ({
  day: `2026-11-${7 + index}`.replace("-7", "-07"),
  accounts: 0,
}));
const HOME = {
  earned: "75.00",
  checks: [],
  days: DAYS.map((day, index) => ({ ...day, accounts: index === 13 ? 7 : 0 })),
  nextTask: null,
  team: [],
};
const DUE = "/api/earnings/balances?limit=5&offset=0&due=true&sort=-pending";
const SEEDS = {
  "/api/home": HOME,
  [DUE]: {
    rows: [{ user: { id: 9, fullName: "Carla Dias", username: "carla" }, pending: "24.00", paid: "0.00" }],
    total: 1,
  },
  "/api/earnings/totals": { pending: "24.00", paid: "0.00" },
  [SUMMARY]: { total: 144, pending: 14, completed: 128, overdue: 2 },
  [TASKS]: { rows: [TASK], total: 144 },
  [EARNINGS]: { total: "3471.30", earnings: [PENDING] },
  [SCHEDULE]: { id: 1, nextPaymentDate: "2026-12-05", description: "Pagamento mensal" },
};
const EMPTY = {
  "/api/home": { ...HOME, earned: "0.00", days: DAYS },
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
    const schedule = (nextPaymentDate: string) => ({ ...SEEDS, [SCHEDULE]: { id: 1, nextPaymentDate, description: "" } });
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

describe("what stands beside the cards", () => {
  const spaced = (text: string | null | undefined) => text?.replace(/\u00a0/g, " ");
  const card = (title: string) => within(screen.getByRole("heading", { name: title }).closest("section") as HTMLElement);

  it("promises no payment for a day that is over", () => {
    signIn();
    const passed = { id: 1, nextPaymentDate: "2026-11-19", description: "" };
    renderScreen(<DashboardScreen />, { ...SEEDS, "/api/payment-schedule": passed });
    const earned = screen.getByRole("link", { name: /^Você ganhou/ });
    expect(spaced(earned.textContent)).toBe("Você ganhou R$ 75,00 este mês");
  });

  it("tells the month's earnings, their day, and production against its average", () => {
    signIn();
    renderScreen(<DashboardScreen />, SEEDS);
    const earned = screen.getByRole("link", { name: /^Você ganhou/ });
    expect(spaced(earned.textContent)).toBe("Você ganhou R$ 75,00 este mês · recebe em 05/12");
    expect(earned).toHaveAttribute("href", "/ganhos");
    const days = card("Sua produção").getAllByRole("listitem");
    expect(days.map((day) => day.textContent).slice(-2)).toEqual(["19/11/2026: 0 contas", "20/11/2026: 7 contas"]);
    expect(card("Sua produção").getByText("média 0,5")).toBeInTheDocument();
    expect(card("Precisa de você").getByText("Tudo em dia")).toBeInTheDocument();
    expect(screen.queryByText("Próxima tarefa")).toBeNull();
  });

  it("leads to the next task's creator, and to where what waits is decided", () => {
    signIn();
    const nextTask = {
      ...{ title: "Dez contas Roblox", currentQuantity: 4, targetQuantity: 10, paymentPerAccount: "2.50" },
      ...{ dueDate: "2026-11-22T12:00:00-03:00", href: "/roblox-bulk", action: "Criar contas Roblox" },
    };
    const checks = [{ title: "Contas incertas", tone: "warn", text: "2 contas", href: "/runs/3", action: "Decidir" }];
    renderScreen(<DashboardScreen />, { ...SEEDS, "/api/home": { ...HOME, nextTask, checks } });
    expect(spaced(card("Próxima tarefa").getByText(/faltam/).textContent)).toBe(
      "6 contas faltam · R$ 25,00 ao concluir · até 22/11/2026",
    );
    expect(screen.getByRole("link", { name: "Criar contas Roblox" })).toHaveAttribute("href", "/roblox-bulk");
    expect(screen.getByRole("link", { name: "Decidir" })).toHaveAttribute("href", "/runs/3");
  });

  it("shows admins whom to pay, what needs attention, and who made what", () => {
    signIn({ ...ANA, role: "admin" });
    const person = { id: 8, fullName: "Bruno Lima", username: "bruno" };
    const team = [{ person, games: { Roblox: 4, Fortnite: 3 }, accounts: 7 }];
    const checks = [{ title: "Erros", tone: "bad", text: "1 erro", href: "#errors", action: "Ver os erros" }];
    renderScreen(<DashboardScreen />, { ...SEEDS, "/api/home": { ...HOME, team, checks } });
    expect(screen.queryByText(/Você ganhou/)).toBeNull();
    const waiting = screen.getByRole("link", { name: /^1 aviso/ });
    expect(spaced(waiting.textContent)).toBe("1 aviso · R$ 24,00 a pagar");
    expect(waiting).toHaveAttribute("href", "#atencao");
    expect(spaced(card("A pagar").getByRole("link", { name: /^Pagar/ }).textContent)).toBe("Pagar R$ 24,00");
    expect(card("A pagar").getByRole("link", { name: "R$\u00a024,00" })).toHaveAttribute("href", "/ganhos?pessoa=9");
    expect(screen.getByRole("link", { name: "Ver os erros" })).toHaveAttribute("href", "/saude#errors");
    expect(card("Produção por pessoa").getByRole("listitem")).toHaveTextContent(
      "Bruno LimaRoblox 4 · Fortnite 37 contas",
    );
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
