/** Buying a lot: 'admins only, off unless LZT_PURCHASE_ENABLED, … never retried after a timeout'. */
import { callProxy } from "@/api/proxy";
import { ApiError, NetworkError } from "@/lib/errors";
import type { Lot } from "@/screens/lztmarket/lot";
import type { Tone } from "@/ui/badge";

/** What a buyer is given, once: it is kept nowhere here. */
export type Credentials = { login?: string; password?: string } | unknown[] | null;
export type Bought = { credentials?: { account?: Credentials; email?: Credentials } };

/** Buy at the price that was shown; the same key again is told how the first try ended. */
export function buy(lot: Lot, idempotencyKey: string): Promise<Bought> {
  const data = { item_id: lot.item_id, price: Number(lot.price).toFixed(2) };
  return callProxy<Bought>("/api/proxy/lztmarket/market/purchase", { method: "POST", data }, { idempotencyKey });
}

/** True where the money may be spent and nobody knows. */
export function isUnknown(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.code === "purchase_outcome_unknown");
}

const STATES: Record<string, { label: string; tone: Tone }> = {
  sending: { label: "Em andamento", tone: "info" },
  bought: { label: "Comprado", tone: "good" },
  refused: { label: "Recusado", tone: "neutral" },
  unknown: { label: "Não confirmado", tone: "bad" },
};

export function stateLabel(state: string): { label: string; tone: Tone } {
  return STATES[state] ?? { label: state, tone: "neutral" };
}
