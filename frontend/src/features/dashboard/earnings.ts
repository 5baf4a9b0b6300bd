/** Earnings and the payment date as the API answers them (document 1 §3, §7). */
import { POLL_PAYMENT_SCHEDULE_DASHBOARD_MS } from "@/lib/constants";
import { today } from "@/lib/format";
import { listQuery, pathQuery } from "@/lib/query-client";
import type { Tone } from "@/ui/badge";

export type Earning = {
  id: number;
  description: string;
  /** A decimal string, in R$. */
  amount: string;
  status: "pending" | "paid";
  createdAt: string;
  updatedAt: string;
};

export type PendingEarnings = { total: string; earnings: Earning[] };

/** `nextPaymentDate` is a plain YYYY-MM-DD day. */
export type PaymentSchedule = { id: number; nextPaymentDate: string; description: string };

/** 'Pago/Pendente badge' (document 1 §2 'Dashboard'). */
export function earningWords({ status }: Earning): { label: string; tone: Tone } {
  return status === "paid" ? { label: "Pago", tone: "good" } : { label: "Pendente", tone: "warn" };
}

/** When it was paid: 'when paid and updated date differs from created'; null otherwise. */
export function paidAt({ status, createdAt, updatedAt }: Earning): string | null {
  return status === "paid" && updatedAt !== createdAt ? updatedAt : null;
}

/** 'red with Em atraso if past' (document 1 §2 'Dashboard'). */
export function isPast(day: string): boolean {
  return day < today();
}

/** The total and the first `limit` pending earnings of a person. */
export function pendingEarningsQuery(userId: number, limit: number) {
  return pathQuery<PendingEarnings>(`/api/earnings/${userId}/pending?limit=${limit}`);
}

/** One page of all earnings of a person. */
export function earningsQuery(userId: number, offset: number, limit: number) {
  return listQuery<Earning>(`/api/earnings/${userId}?limit=${limit}&offset=${offset}`);
}

/** The date shown to all, null when there is none; 'payment schedule … (dashboard 60 s)' (document 1 §9). */
export function paymentScheduleQuery() {
  return {
    ...pathQuery<PaymentSchedule | null>("/api/payment-schedule"),
    refetchInterval: POLL_PAYMENT_SCHEDULE_DASHBOARD_MS,
  };
}
