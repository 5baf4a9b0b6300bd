/** Earnings and payments as admins get them, and the rules */

import { listQuery, pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import { POLL_EARNINGS_MS } from "@/lib/constants";
import { amountRefusal, parseMoney } from "@/lib/format";
import type { components } from "@/lib/schema";
import { EARNINGS_PATH, type Earning } from "@/shared/earnings/earning";

type Schemas = components["schemas"];

type Totals = Schemas["EarningsTotalsOutput"];
export type Balance = Schemas["EarningsBalanceOutput"];

/** 'Por que este valor?': an earning, what it was split into, its cause and its lines in the ledger. */
export type Why = Schemas["EarningsWhyOutput"];

/** 'Transfer and add-balance maximum R$ 10000'. */
export const MAX_AMOUNT = 10_000;

/** What is wrong with a typed amount: 'required, numeric, > 0, at most 10000'. */
export function amountProblem(typed: string, tooHigh: string): string | undefined {
  if (typed.trim() === "") return "Campo Valor é obrigatório";
  const amount = parseMoney(typed);
  if (amount === null) return amountRefusal(typed, "Informe um valor válido.");
  if (Number(amount) <= 0) return "O valor deve ser maior que zero";
  return Number(amount) > MAX_AMOUNT ? tooHigh : undefined;
}

/** The newest earnings, asked every 5 s. */
export function newestEarningsQuery() {
  return {
    ...listQuery<Earning>(`${EARNINGS_PATH}/all?limit=5&offset=0`),
    refetchInterval: POLL_EARNINGS_MS,
  };
}

/** What the company owes and has paid, asked every 5 s. */
export function totalsQuery() {
  return { ...pathQuery<Totals>(`${EARNINGS_PATH}/totals`), refetchInterval: POLL_EARNINGS_MS };
}

/** A person's pending money; `earnings` are the newest ones. */
export function pendingQuery(userId: number) {
  return pathQuery<Schemas["EarningsPendingOutput"]>(`${EARNINGS_PATH}/${userId}/pending?limit=5&offset=0`);
}

export function paidQuery(userId: number) {
  return pathQuery<Schemas["EarningsPaidOutput"]>(`${EARNINGS_PATH}/${userId}/paid`);
}

export function whyQuery(earningId: number) {
  return pathQuery<Why>(`${EARNINGS_PATH}/${earningId}/why`);
}

export function transfer(body: { userId: number; amount: string }, idempotencyKey: string) {
  return api.post<Schemas["EarningsTransferOutput"]>(`${EARNINGS_PATH}/transfer`, body, { idempotencyKey });
}

/** 'an added balance is created pending with accountsCount 1'. */
export function addBalance(body: { userId: number; amount: string; description: string }, idempotencyKey: string) {
  return api.post<Earning>(EARNINGS_PATH, { ...body, status: "pending", accountsCount: 1 }, { idempotencyKey });
}

export function statementHref(userId: number, format: "csv" | "pdf", period: { start: string; end: string }): string {
  const query = new URLSearchParams(Object.entries(period).filter(([, day]) => day !== ""));
  return `${EARNINGS_PATH}/${userId}/statement.${format}?${query}`;
}

export function payoutsHref(month: string): string {
  return `${EARNINGS_PATH}/payouts.csv?month=${month}`;
}

/** True for everything that a movement of money changes. */
export function isAboutMoney(queryKey: readonly unknown[]): boolean {
  return String(queryKey[0]).startsWith(EARNINGS_PATH);
}
