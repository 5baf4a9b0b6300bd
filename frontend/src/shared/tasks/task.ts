/** A task as the API answers it, and the words of its states. */
import type { Task } from "@/api/tasks";
import { date, distanceFormat, today } from "@/lib/format";
import type { Label } from "@/ui/badge";
import { optionsFrom } from "@/ui/fields";

const STATUSES: Record<string, Label> = {
  completed: { label: "Concluída", tone: "good" },
  pending: { label: "Pendente", tone: "info" },
  overdue: { label: "Atrasada", tone: "bad" },
};
const PRIORITIES: Record<string, Label> = {
  high: { label: "Alta", tone: "bad" },
  medium: { label: "Média", tone: "warn" },
  low: { label: "Baixa", tone: "neutral" },
};

export const statusLabel = (status: string): Label => STATUSES[status] ?? { label: "Desconhecido", tone: "neutral" };

export const PRIORITY_OPTIONS = optionsFrom(PRIORITIES);

export const priorityLabel = (priority: string): Label => PRIORITIES[priority] ?? { label: "Normal", tone: "neutral" };

const DAY_MS = 86_400_000;
const distance = distanceFormat("auto");

/** 'hoje', 'em 4 dias', 'há 2 dias': how many days of the calendar a moment is away. */
export function daysAway(moment: string, now = new Date()): string {
  const days = Date.parse(today(new Date(moment))) - Date.parse(today(now));
  return distance(Math.round(days / DAY_MS), "day");
}

/** 'Prazo': the day, and how far it is while the task is open. */
export function dueLabel({ dueDate, status }: Pick<Task, "dueDate" | "status">): { day: string; away: string } {
  if (dueDate === null) return { day: "Sem prazo", away: "" };
  return { day: date(dueDate), away: status === "completed" ? "" : daysAway(dueDate) };
}

/** The same in one line: '27/11/2026, em 6 dias'. */
export function dueLine(task: Pick<Task, "dueDate" | "status">): string {
  const { day, away } = dueLabel(task);
  return away === "" ? day : `${day}, ${away}`;
}

/** What the whole task pays, in R$, before any bonus. */
export function fullPayment(task: Pick<Task, "targetQuantity" | "paymentPerAccount">): number {
  const { targetQuantity, paymentPerAccount } = task;
  return (Math.round(Number(paymentPerAccount) * 100) * targetQuantity) / 100;
}
