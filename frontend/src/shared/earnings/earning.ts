/** How earnings read, and what may be typed as an amount. */
import { amountRefusal, parseMoney } from "@/lib/format";
import type { Tone } from "@/ui/badge";

const STATUSES: Record<string, { label: string; tone: Tone }> = {
  pending: { label: "Pendente", tone: "warn" },
  paid: { label: "Pago", tone: "good" },
};

/** 'Pago/Pendente badge'. */
export function earningLabel(status: string): { label: string; tone: Tone } {
  return STATUSES[status] ?? { label: "Desconhecido", tone: "neutral" };
}

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
