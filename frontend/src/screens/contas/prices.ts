/** Other prices for listings on sale, as whole cents are counted. */
import type { StockAccount } from "@/api/stock";
import { parseMoney } from "@/lib/format";
import { isListed } from "@/screens/contas/labels";

export type PriceRule = "set" | "lower" | "raise";
export type NewPrice = { id: number; title: string; market: string; before: string; after: string };

/** What the rule makes of each price that it changes; null while what was typed is no amount above zero. */
export function newPrices(accounts: readonly StockAccount[], rule: PriceRule, typed: string): NewPrice[] | null {
  const value = parseMoney(typed.replace("%", ""));
  if (value === null || Number(value) <= 0) return null;
  const factor = 1 + ((rule === "raise" ? 1 : -1) * Number(value)) / 100;
  const found = accounts.flatMap(({ title, listings }) =>
    listings.flatMap(({ id, market, price, priceStep, state }) => {
      if (!isListed({ state }) || price === null) return [];
      const step = Number(priceStep);
      const after = rule === "set" ? value : (Math.round((Number(price) * factor) / step) * step).toFixed(2);
      return [{ id, title, market, before: price, after }];
    }),
  );
  return found.every(({ after }) => Number(after) > 0) ? found.filter(({ before, after }) => before !== after) : null;
}
