/** How earnings read, and what may be typed as an amount. */
import type { Earning, PaymentSchedule } from "@/api/earnings";
import { MAX_AMOUNT } from "@/lib/constants";
import { amountRefusal, date, money, parseMoney, today } from "@/lib/format";
import { Badge, type Label } from "@/ui/badge";

const STATUSES: Record<string, Label> = {
  pending: { label: "Pendente", tone: "warn" },
  paid: { label: "Pago", tone: "good" },
};

export const earningLabel = (status: string): Label => STATUSES[status] ?? { label: "Desconhecido", tone: "neutral" };

type AmountButtonProps = { amount: string; description: string; says?: string | undefined; onPress: () => void };

/** The amount itself leads to why it is one. */
export function AmountButton({ amount, description, says = "Por que este valor?", onPress }: AmountButtonProps) {
  return (
    <button
      type="button"
      className="font-medium text-accent hover:underline"
      aria-label={`${says} ${money(amount)}, ${description}`}
      data-tooltip={says}
      onClick={onPress}
    >
      {money(amount)}
    </button>
  );
}

/** A title, which leads to its page where it has one. */
export function Linked({ to, title, className }: { to: string | null; title: string; className: string }) {
  if (!to) return title;
  return (
    <a className={className} href={to}>
      {title}
    </a>
  );
}

/** Added up in whole cents, as fractions of them would not be exact. */
export const sumOf = (amounts: readonly string[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(Number(amount) * 100), 0) / 100;

/** What is wrong with a typed amount: 'required, numeric, > 0, at most 10000'. */
export function amountProblem(typed: string, tooHigh: string): string | undefined {
  if (typed.trim() === "") return "Campo Valor é obrigatório";
  const amount = parseMoney(typed);
  if (amount === null) return amountRefusal(typed, "Informe um valor válido.");
  if (Number(amount) <= 0) return "O valor deve ser maior que zero";
  return Number(amount) > MAX_AMOUNT ? tooHigh : undefined;
}

/** When it was paid, if that was not when it was created; null otherwise. */
export function paidAt({ status, createdAt, updatedAt }: Earning): string | null {
  return status === "paid" && updatedAt !== createdAt ? updatedAt : null;
}

type PaymentDateProps = {
  schedule: PaymentSchedule | null;
  /** What a date that is over is called here. */
  late: string;
};

export function PaymentDate({ schedule, late }: PaymentDateProps) {
  const overdue = isOverdue(schedule);
  return (
    <p className={`flex items-center gap-3 text-2xl font-semibold tabular-nums ${overdue ? "text-bad" : ""}`}>
      {dateLabel(schedule)}
      {overdue && <Badge tone="bad">{late}</Badge>}
    </p>
  );
}

/** Whether the payment date is before today (product: earnings.payment-date). */
export function isOverdue(schedule: PaymentSchedule | null): boolean {
  return schedule !== null && schedule.nextPaymentDate < today();
}

export function dateLabel(schedule: PaymentSchedule | null): string {
  return schedule ? date(schedule.nextPaymentDate) : "Não definido";
}
