/** Earnings and payments; amounts are decimal strings in R$. */
import { addressOf, listQuery, type PageRequest, pathQuery, type Schemas } from "@/api/client";
import { POLL_EARNINGS_MS } from "@/lib/constants";

export type Earning = Schemas["EarningsEarningOutput"];
/** What one run or one task earned, or all else of a kind. */
export type EarningGroup = Schemas["EarningsGroupOutput"];
/** An earning as it was credited, with the parts that transfers made of it. */
export type Credit = Schemas["EarningsCreditOutput"];
export type Balance = Schemas["EarningsBalanceOutput"];
/** `nextPaymentDate` is a plain YYYY-MM-DD day. */
export type PaymentSchedule = Schemas["EarningsScheduleOutput"];

/** 'Por que este valor?': an earning, what it was split into, its cause and its lines in the ledger. */
export type EarningExplanation = Schemas["EarningsWhyOutput"];

/** The pending money of a person and the first `limit` earnings that make it. */
export const pendingEarningsQuery = (userId: number, limit: number, offset?: number) =>
  pathQuery("/api/earnings/{user_id}/pending", { path: { user_id: userId }, query: { limit, offset } });
export const paidQuery = (userId: number) => pathQuery("/api/earnings/{user_id}/paid", { path: { user_id: userId } });

export const totalsQuery = () => ({ ...pathQuery("/api/earnings/totals"), refetchInterval: POLL_EARNINGS_MS });
export const receiptHref = (payoutId: number): string =>
  addressOf("/api/earnings/payouts/{payout_id}/receipt.pdf", { path: { payout_id: payoutId } });

export const statementHref = (userId: number, format: "csv" | "pdf", query: { start: string; end: string }): string =>
  addressOf(`/api/earnings/{user_id}/statement.${format}`, { path: { user_id: userId }, query });

/** The next payment date, null when none is set; how often it is asked for depends on the screen. */
export const scheduleQuery = (pollMs: number) => ({ ...pathQuery("/api/payment-schedule"), refetchInterval: pollMs });

export const automaticEarningQuery = () => pathQuery("/api/settings/automatic-earning");

/** A version of what created accounts earn: `terms` are amounts by game, or by the euro price from which they hold. */
export type PayScheme = Schemas["EarningsPaySchemeOutput"];

export const paySchemesQuery = () => listQuery("/api/settings/pay-schemes");

/** Who has money to receive, the most first. */
export const dueQuery = (page: PageRequest) =>
  listQuery("/api/earnings/balances", { query: { ...page, due: true, sort: "-pending" } });
