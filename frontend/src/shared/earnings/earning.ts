/** An earning as the API answers it, and the words of its states. */
import type { components } from "@/lib/schema";
import type { Tone } from "@/ui/badge";

export const EARNINGS_PATH = "/api/earnings";

/** Amounts are decimal strings in R$. */
export type Earning = components["schemas"]["EarningsEarningOutput"];

const STATUSES: Record<string, { label: string; tone: Tone }> = {
  pending: { label: "Pendente", tone: "warn" },
  paid: { label: "Pago", tone: "good" },
};

/** 'Pago/Pendente badge'. */
export function earningWords(status: string): { label: string; tone: Tone } {
  return STATUSES[status] ?? { label: "Desconhecido", tone: "neutral" };
}
