import type { PaymentSchedule } from "@/api/earnings";
import { date, today } from "@/lib/format";
import { Badge } from "@/ui/badge";

type PaymentDateProps = {
  schedule: PaymentSchedule | null;
  /** What a date that is over is called here. */
  late: string;
};

/** The next payment date, in large. */
export function PaymentDate({ schedule, late }: PaymentDateProps) {
  const overdue = isOverdue(schedule);
  return (
    <p className={`flex items-center gap-3 text-2xl font-semibold tabular-nums ${overdue ? "text-bad" : ""}`}>
      {dateLabel(schedule)}
      {overdue && <Badge tone="bad">{late}</Badge>}
    </p>
  );
}

/** 'red with Em atraso if past', 'Vencido when before today'. */
export function isOverdue(schedule: PaymentSchedule | null): boolean {
  return schedule !== null && schedule.nextPaymentDate < today();
}

export function dateLabel(schedule: PaymentSchedule | null): string {
  return schedule ? date(schedule.nextPaymentDate) : "Não definido";
}
