import { numberFormat } from "@/lib/format";

/** "12" with "eur" → "€ 12,00"; a currency that is no code is written behind the amount. */
export function priceLabel(amount: number | string, currency: string): string {
  const value = Number(amount);
  if (Number.isNaN(value)) return "—";
  try {
    return numberFormat({ style: "currency", currency })(value);
  } catch {
    return `${value} ${currency}`.trim();
  }
}
