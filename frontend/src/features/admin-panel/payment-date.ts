/** How the next payment date reads (document 1 §2 and §4). */
import type { PaymentSchedule } from "@/features/admin-panel/money";
import { date, today } from "@/lib/format";

export const UNSET = "Não definido";

/** 'Shown Vencido when before today'; null is no date at all, undefined one that is still on its way. */
export function isOverdue(schedule: PaymentSchedule | null | undefined, now = today()): boolean {
  return schedule != null && schedule.nextPaymentDate < now;
}

export function paymentDateWords(schedule: PaymentSchedule | null): string {
  return schedule ? date(schedule.nextPaymentDate) : UNSET;
}
