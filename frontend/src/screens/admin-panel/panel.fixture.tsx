/** The API of the panel as its tests see it, and the panel itself. What it loads on demand is loaded before a test waits. */
import type { Earning } from "@/api/earnings";
import type { Person } from "@/api/people";
import type { Task } from "@/api/tasks";
import "@/screens/admin-panel/tasks-tab";
import "@/screens/admin-panel/earnings-tab";
import "@/screens/admin-panel/payments-tab";
import "@/screens/admin-panel/employees-tab";
import "@/screens/admin-panel/task-dialog";
import "@/ui/reason-dialog";
import "@/shared/earnings/explanation-dialog";
import "@/screens/admin-panel/employee-dialogs";
import { HttpResponse, http } from "msw";
import { AdminPanelScreen } from "@/screens/admin-panel/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

/** As Firefox on Linux calls itself. */
export const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export const BRUNO: Person = {
  id: 8,
  username: "bruno.lima",
  fullName: "Bruno Lima",
  role: "employee",
  profileImage: null,
  lastLogin: "2026-11-20T08:00:00-03:00",
  createdAt: "2026-01-02T09:00:00-03:00",
  isOnline: true,
  lastActiveIp: null,
  browserInfo: null,
};
const BOSS: Person = { ...BRUNO, id: 1, username: "admin", fullName: "Administração", role: "admin" };
const OTHER_BOSS: Person = { ...BOSS, id: 2, username: "chefe", fullName: "Chefe" };

export const TASK: Task = {
  id: 31,
  title: "50 contas Roblox",
  description: "",
  status: "pending",
  priority: "high",
  currentQuantity: 12,
  targetQuantity: 50,
  paymentPerAccount: "2.50",
  dueDate: null,
  assignee: BRUNO.id,
  assignedTo: BRUNO.id,
  assigneeUser: { id: BRUNO.id, fullName: BRUNO.fullName, username: BRUNO.username },
  createdBy: 1,
  createdAt: "2026-11-01T09:00:00-03:00",
  updatedAt: "2026-11-01T09:00:00-03:00",
  completedAt: null,
  problemReportedAt: null,
  earned: null,
  creator: { title: "Roblox", href: "/roblox-bulk" },
};

export const EARNING: Earning = {
  id: 41,
  userId: BRUNO.id,
  user: { id: BRUNO.id, fullName: BRUNO.fullName, username: BRUNO.username },
  description: "Tarefa: 50 contas Roblox",
  amount: "131.25",
  baseAmount: "125.00",
  bonusPercentage: "5.00",
  bonusAmount: "6.25",
  status: "pending",
  accountsCount: 50,
  sourceKind: "task",
  splitFrom: null,
  payoutId: null,
  createdAt: "2026-11-20T10:00:00-03:00",
  updatedAt: "2026-11-20T10:00:00-03:00",
  paidAt: null,
};

/** One page of a list as the API answers it. */
function listResponse<T>(rows: T[]) {
  return HttpResponse.json(rows as never, { headers: { "X-Total-Count": String(rows.length) } });
}

/** Every read of the panel; returns the addresses asked for, newest last. */
export function servePanel(): string[] {
  const asked: string[] = [];
  const list = <T,>(path: string, rows: T[]) =>
    http.get(path, ({ request }) => {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      return listResponse(rows);
    });
  server.use(
    list("/api/users/online", [BRUNO]),
    list("/api/users", [BOSS, BRUNO, OTHER_BOSS]),
    list("/api/tasks", [TASK]),
    list("/api/earnings/all", [EARNING]),
    list("/api/earnings/balances", [{ user: EARNING.user, pending: "131.25", paid: "0.00" }]),
    http.get("/api/earnings/totals", () => HttpResponse.json({ pending: "131.25", paid: "20.00" })),
    http.get("/api/earnings/8/pending", () => HttpResponse.json({ total: "131.25", earnings: [EARNING] })),
    http.get("/api/earnings/8/paid", () => HttpResponse.json({ total: "20.00" })),
    http.get("/api/users/8", () => HttpResponse.json({ ...BRUNO, lastActiveIp: "203.0.113.7", browserInfo: FIREFOX })),
    http.get("/api/users/8/removal", () => HttpResponse.json({ openRuns: 2, openTasks: 1, owed: "131.25", keys: 1 })),
    http.get("/api/payment-schedule", () => HttpResponse.json(null)),
  );
  return asked;
}

export function showPanel(tab = "") {
  history.replaceState(null, "", tab ? `/admin-panel?tab=${tab}` : "/admin-panel");
  signIn({ ...ANA, id: BOSS.id, username: BOSS.username, fullName: BOSS.fullName, role: "admin" });
  return renderScreen(<AdminPanelScreen />);
}

export const topToastText = () => document.querySelector(".toast")?.textContent?.replace(/\u00a0/g, " ");
