/** Where the accounts of a form go, and what holds there alone. It is kept in the form, beside its fields. */

import type { Schemas } from "@/api/client";
import type { Service } from "@/api/configs";
import { parseMoney } from "@/lib/format";
import { type GameDescription, textOf, type Values } from "@/shared/creation/game";

export type Terms = Schemas["BulkTermsInputRequest"];
export type Markets = Record<string, Terms>;

/** The name of a tab beside those of the form. */
export const MARKETS_TAB = "Marketplaces";
export const AMOUNTS = ["factor", "feePercent", "floorEur"] as const;
export const MARKET_TEXTS = ["title", "description", "deliveryInstructions"] as const;
const TERMS = [...AMOUNTS, "ending", "language", ...MARKET_TEXTS] as const;

/** What a term, or with none the choice itself, is known by in the form: as the server names it. */
export const marketKey = (service: Service, term?: (typeof TERMS)[number]): string =>
  term ? `markets.${service}.${term}` : `markets.${service}`;

/** Those that are chosen; the first one where nobody chose. */
export function chosenMarkets({ markets }: GameDescription, form: Values) {
  return markets.filter(({ service, refusal }, position) => {
    const chosen = form[marketKey(service)] || String(position === 0);
    return chosen === "true" && !refusal;
  });
}

/** What a request says of them; undefined where it is what holds anyway. */
export function marketsOf(game: GameDescription, form: Values): Markets | undefined {
  const chosen = chosenMarkets(game, form).map(({ service }) => [service, termsOf(service, form)] as const);
  const [first, ...others] = chosen;
  const usual = first?.[0] === game.markets[0]?.service && Object.keys(first?.[1] ?? {}).length === 0;
  return usual && others.length === 0 ? undefined : Object.fromEntries(chosen);
}

function termsOf(service: Service, form: Values): Terms {
  const stated = TERMS.map((term) => {
    const text = textOf(form[marketKey(service, term)]).trim();
    const isAmount = (AMOUNTS as readonly string[]).includes(term);
    return [term, isAmount ? (parseMoney(text) ?? text) : text] as const;
  });
  return Object.fromEntries(stated.filter(([, value]) => value !== ""));
}
