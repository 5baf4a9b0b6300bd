/** Earnings and payments; amounts are decimal strings in R$. */
import { addressOf, api, type Schemas } from "@/api/client";
import { type ListRequest, listQuery, pathQuery } from "@/api/query";
import { POLL_EARNINGS_MS } from "@/lib/constants";

export type Earning = Schemas["EarningsEarningOutput"];
export type Balance = Schemas["EarningsBalanceOutput"];
/** `nextPaymentDate` is a plain YYYY-MM-DD day. */
export type PaymentSchedule = Schemas["EarningsScheduleOutput"];

/** 'Por que este valor?': an earning, what it was split into, its cause and its lines in the ledger. */
export type EarningExplanation = Schemas["EarningsWhyOutput"];

export const earningKeys = { all: ["earnings"] };

/** One page of all earnings of a person. */
export function earningsQuery(userId: number, offset: number, limit: number) {
  return listQuery("/api/earnings/{user_id}", { path: { user_id: userId }, query: { limit, offset } });
}

/** The pending money of a person and the first `limit` earnings that make it. */
export function pendingEarningsQuery(userId: number, limit: number, offset?: number) {
  return pathQuery("/api/earnings/{user_id}/pending", { path: { user_id: userId }, query: { limit, offset } });
}

export function paidQuery(userId: number) {
  return pathQuery("/api/earnings/{user_id}/paid", { path: { user_id: userId } });
}

/** The newest earnings of everybody, asked every 5 s. */
export function newestEarningsQuery() {
  return { ...listQuery("/api/earnings/all", { query: { limit: 5, offset: 0 } }), refetchInterval: POLL_EARNINGS_MS };
}

/** What the company owes and has paid, asked every 5 s. */
export function totalsQuery() {
  return { ...pathQuery("/api/earnings/totals"), refetchInterval: POLL_EARNINGS_MS };
}

export function earningExplanationQuery(earningId: number) {
  return pathQuery("/api/earnings/{earning_id}/why", { path: { earning_id: earningId } });
}

export function transfer(body: { userId: number; amount: string }, idempotencyKey: string) {
  return api.post("/api/earnings/transfer", { body, idempotencyKey });
}

/** 'an added balance is created pending with accountsCount 1'. */
export function addBalance(body: { userId: number; amount: string; description: string }, idempotencyKey: string) {
  return api.post("/api/earnings", { body: { ...body, status: "pending", accountsCount: 1 }, idempotencyKey });
}

export function statementHref(userId: number, format: "csv" | "pdf", query: { start: string; end: string }): string {
  return addressOf(`/api/earnings/{user_id}/statement.${format}`, { path: { user_id: userId }, query });
}

export function payoutsHref(month: string): string {
  return addressOf("/api/earnings/payouts.csv", { query: { month } });
}

/** The next payment date, null when none is set; how often it is asked for depends on the screen. */
export function scheduleQuery(pollMs: number) {
  return { ...pathQuery("/api/payment-schedule"), refetchInterval: pollMs };
}

/** 'none → created with POST, then updated with PATCH'. */
export function saveSchedule(current: PaymentSchedule | null, body: Omit<PaymentSchedule, "id">) {
  return current
    ? api.patch("/api/payment-schedule/{schedule_id}", { path: { schedule_id: current.id }, body })
    : api.post("/api/payment-schedule", { body });
}

/** What each created account earns its person. */
export function automaticEarningQuery() {
  return pathQuery("/api/settings/automatic-earning");
}

export function saveAutomaticEarning(body: { amount: string; userId: number }) {
  return api.put("/api/settings/automatic-earning", { body });
}

/** Everybody's earnings, for admins. */
export function allEarningsQuery(query: ListRequest) {
  return listQuery("/api/earnings/all", { query });
}

/** What each person has to receive. */
export function balancesQuery(query: ListRequest) {
  return listQuery("/api/earnings/balances", { query });
}
