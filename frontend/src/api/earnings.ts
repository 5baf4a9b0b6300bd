/** Earnings and payments; amounts are decimal strings in R$. */
import { addressOf, api, type Schemas } from "@/api/client";
import { type ListRequest, listQuery, pathQuery } from "@/api/query";
import { POLL_EARNINGS_MS } from "@/lib/constants";

export type Earning = Schemas["EarningsEarningOutput"];
/** What one run or one task earned, or all else of a kind. */
export type EarningGroup = Schemas["EarningsGroupOutput"];
/** An earning as it was credited, with the parts that transfers made of it. */
export type Credit = Schemas["EarningsCreditOutput"];
/** What became of the accounts that a person created, and their pay for them. */
export type Production = Schemas["BulkProductionOutput"];
export type Receipt = Schemas["EarningsReceiptOutput"];
export type Balance = Schemas["EarningsBalanceOutput"];
/** `nextPaymentDate` is a plain YYYY-MM-DD day. */
export type PaymentSchedule = Schemas["EarningsScheduleOutput"];

/** 'Por que este valor?': an earning, what it was split into, its cause and its lines in the ledger. */
export type EarningExplanation = Schemas["EarningsWhyOutput"];

export const earningKeys = { all: ["earnings"] };

export const earningsQuery = (userId: number, offset: number, limit: number) =>
  listQuery("/api/earnings/{user_id}", { path: { user_id: userId }, query: { limit, offset } });

/** The pending money of a person and the first `limit` earnings that make it. */
export const pendingEarningsQuery = (userId: number, limit: number, offset?: number) =>
  pathQuery("/api/earnings/{user_id}/pending", { path: { user_id: userId }, query: { limit, offset } });
export const paidQuery = (userId: number) => pathQuery("/api/earnings/{user_id}/paid", { path: { user_id: userId } });

export const newestEarningsQuery = () => ({
  ...listQuery("/api/earnings/all", { query: { limit: 5, offset: 0 } }),
  refetchInterval: POLL_EARNINGS_MS,
});

export const totalsQuery = () => ({ ...pathQuery("/api/earnings/totals"), refetchInterval: POLL_EARNINGS_MS });
export const earningExplanationQuery = (earningId: number) =>
  pathQuery("/api/earnings/{earning_id}/why", { path: { earning_id: earningId } });
export const transfer = (body: { userId: number; amount: string }, idempotencyKey: string) =>
  api.post("/api/earnings/transfer", { body, idempotencyKey });

/** Pays everyone or nobody. */
export const payMany = (payments: { userId: number; amount: string }[], idempotencyKey: string) =>
  api.post("/api/earnings/pay", { body: { payments }, idempotencyKey });
export const undoPayout = (payoutId: number, reason: string) =>
  api.post("/api/earnings/payouts/{payout_id}/undo", { path: { payout_id: payoutId }, body: { reason } });
export const receiptHref = (payoutId: number): string =>
  addressOf("/api/earnings/payouts/{payout_id}/receipt.pdf", { path: { payout_id: payoutId } });

export const addBalance = (body: { userId: number; amount: string; description: string }, idempotencyKey: string) =>
  api.post("/api/earnings", { body: { ...body, status: "pending", accountsCount: 1 }, idempotencyKey });
export const statementHref = (userId: number, format: "csv" | "pdf", query: { start: string; end: string }): string =>
  addressOf(`/api/earnings/{user_id}/statement.${format}`, { path: { user_id: userId }, query });
export const payoutsHref = (month: string): string => addressOf("/api/earnings/payouts.csv", { query: { month } });

/** The next payment date, null when none is set; how often it is asked for depends on the screen. */
export const scheduleQuery = (pollMs: number) => ({ ...pathQuery("/api/payment-schedule"), refetchInterval: pollMs });

export const saveSchedule = (current: PaymentSchedule | null, body: Omit<PaymentSchedule, "id">) =>
  current
    ? api.patch("/api/payment-schedule/{schedule_id}", { path: { schedule_id: current.id }, body })
    : api.post("/api/payment-schedule", { body });

export const automaticEarningQuery = () => pathQuery("/api/settings/automatic-earning");
export const saveAutomaticEarning = (body: { amount: string; userId: number }) =>
  api.put("/api/settings/automatic-earning", { body });

/** A version of what created accounts earn: `terms` are amounts by game, or by the price in euro from which on they are
 * paid. */
export type PayScheme = Schemas["EarningsPaySchemeOutput"];
export type PaySchemeBody = Schemas["EarningsPaySchemeInputRequest"];

export const paySchemesQuery = () => listQuery("/api/settings/pay-schemes");
export const previewPayScheme = (body: PaySchemeBody) => api.post("/api/settings/pay-schemes/preview", { body });
export const savePayScheme = (body: PaySchemeBody) => api.post("/api/settings/pay-schemes", { body });

export const allEarningsQuery = (query: ListRequest) => listQuery("/api/earnings/all", { query });

export const groupsQuery = (userId: number) => (query: ListRequest) =>
  listQuery("/api/earnings/{user_id}/groups", { path: { user_id: userId }, query });
export const creditsQuery = (userId: number, query: ListRequest) =>
  listQuery("/api/earnings/{user_id}/credits", { path: { user_id: userId }, query });
export const payoutsQuery = (userId: number, limit: number, offset: number) =>
  listQuery("/api/earnings/{user_id}/payouts", { path: { user_id: userId }, query: { limit, offset } });

/** Who has money to receive, the most first. */
export const dueQuery = (limit: number, offset: number) =>
  listQuery("/api/earnings/balances", { query: { limit, offset, due: true, sort: "-pending" } });
export const balancesQuery = (query: ListRequest) => listQuery("/api/earnings/balances", { query });
