/** The payment date shown to all, as the API answers it. */

import { pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import { date, today } from "@/lib/format";
import type { components } from "@/lib/schema";

/** `nextPaymentDate` is a plain YYYY-MM-DD day. */
export type PaymentSchedule = components["schemas"]["EarningsScheduleOutput"];

const PATH = "/api/payment-schedule";

/** The next payment date, null when none is set; how often it is asked for depends on the screen. */
export function scheduleQuery(pollMs: number) {
  return { ...pathQuery<PaymentSchedule | null>(PATH), refetchInterval: pollMs };
}

/** 'none → created with POST, then updated with PATCH'. */
export function saveSchedule(current: PaymentSchedule | null, body: Omit<PaymentSchedule, "id">) {
  return current ? api.patch<PaymentSchedule>(`${PATH}/${current.id}`, body) : api.post<PaymentSchedule>(PATH, body);
}

/** 'red with Em atraso if past', 'Vencido when before today'. */
export function isOverdue(schedule: PaymentSchedule | null): boolean {
  return schedule !== null && schedule.nextPaymentDate < today();
}

export function dateWords(schedule: PaymentSchedule | null): string {
  return schedule ? date(schedule.nextPaymentDate) : "Não definido";
}
