/** Lots of LZT Market as its API shows them, without credentials. */
import { asAnswered, callProxy, proxyQuery } from "@/api/proxy";
import { ApiError, NetworkError } from "@/lib/errors";
import { numberFormat } from "@/lib/format";
import type { Words } from "@/ui/badge";

export type Lot = {
  item_id: number;
  item_state: string;
  category_id: number;
  title: string;
  title_en?: string;
  description?: string;
  price: number | string;
  price_currency: string;
  item_origin: string;
  /** Unix seconds. */
  published_date: number;
  canBuyItem?: boolean;
  view_count?: number;
  guarantee?: { duration?: number; active?: boolean } | unknown[];
  seller?: { sold_items_count?: number } | unknown[] | null;
  /** Why it is not bought here; empty where it may be. */
  purchase_refusal: string;
} & Record<string, unknown>;

export type LotPage = { items: Lot[]; totalItems?: number; perPage?: number; page?: number; hasNextPage?: boolean };

/** What is looked for; empty text means 'any'. */
export type LotSearch = { category: string; title: string; pmin: string; pmax: string; order_by: string };

export const ANY_LOT: LotSearch = { category: "", title: "", pmin: "", pmax: "", order_by: "" };

/** The vendor's own page. */
export const PER_PAGE = 40;

const LOTS = "/api/proxy/lztmarket/market/items";

export function lotsQuery(search: LotSearch, page: number) {
  const stated = Object.entries(search).filter(([, value]) => value !== "");
  return proxyQuery(LOTS, { params: { page, ...Object.fromEntries(stated) } }, asAnswered<LotPage>);
}

/** One's own lots; the vendor lists one state at a time. */
export function ownLotsQuery(state: string, page: number) {
  return proxyQuery(LOTS, { params: { own: true, state, page } }, asAnswered<LotPage>);
}

export function lotQuery(id: number) {
  return proxyQuery(
    "/api/proxy/lztmarket/market/item/{item_id}",
    { path: { item_id: String(id) } },
    asAnswered<{ item: Lot }>,
  );
}

export type Profile = {
  username: string;
  balance: string | number;
  hold?: string | number;
  currency: string;
  active_items_count?: number;
  sold_items_count?: number;
};

export const profileQuery = () => proxyQuery("/api/proxy/lztmarket/user/profile", {}, asAnswered<{ user: Profile }>);
export const titleOf = ({ title, title_en, item_id }: Lot): string => title || title_en || `Lote ${item_id}`;

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

const ORIGINS: Record<string, string> = {
  autoreg: "Registro automático",
  brute: "Força bruta",
  dummy: "Sem uso",
  personal: "Pessoal",
  phishing: "Phishing",
  resale: "Revenda",
  retrieve_via_support: "Recuperada pelo suporte",
  self_registration: "Registro próprio",
  stealer: "Stealer",
};

/** How the account was come by, as the seller says. */
export const originLabel = (origin: string): string => ORIGINS[origin] ?? (origin || "Não informada");

/** Categories by the name that the API takes. */
export const CATEGORIES = ["Fortnite", "Valorant", "Roblox", "Steam", "Discord"].map((label) => ({
  value: label.toLowerCase(),
  label,
}));

const CATEGORY_NAMES: Record<number, string> = {
  1: "Steam",
  9: "Fortnite",
  13: "Valorant",
  22: "Discord",
  31: "Roblox",
};

export const categoryName = (id: number): string => CATEGORY_NAMES[id] ?? `Categoria ${id}`;

const FACTS: Record<string, string> = {
  fortnite_level: "Nível",
  fortnite_skin_count: "Skins",
  fortnite_pickaxe_count: "Picaretas",
  fortnite_dance_count: "Gestos",
  fortnite_glider_count: "Asas-delta",
  fortnite_balance: "V-Bucks",
  fortnite_platform: "Plataforma",
  riot_valorant_level: "Nível",
  valorantRankTitle: "Elo",
  riot_valorant_region: "Região",
  riot_valorant_skin_count: "Skins",
  riot_valorant_agent_count: "Agentes",
  riot_valorant_knife_count: "Facas",
  riot_valorant_wallet_vp: "Valorant Points",
  riot_valorant_wallet_rp: "Radianita",
  roblox_robux: "Robux",
  roblox_friends: "Amigos",
  roblox_country: "País",
};

/** What the lot tells of its game's account: [name, value]. */
export function factsOf(lot: Lot): [string, string][] {
  const isStated = (value: unknown) => typeof value === "number" || (typeof value === "string" && value !== "");
  return Object.entries(FACTS)
    .filter(([field]) => isStated(lot[field]))
    .map(([field, name]) => [name, String(lot[field])]);
}

/** What a buyer is given, once: it is kept nowhere here. */
export type Credentials = { login?: string; password?: string } | unknown[] | null;
export type Bought = { credentials?: { account?: Credentials; email?: Credentials } };

/** 'Admins only, off unless LZT_PURCHASE_ENABLED, … never retried after a timeout': buy at the price that was shown; the
 * same key again is told how the first try ended. */
export function buy(lot: Lot, idempotencyKey: string): Promise<Bought> {
  const data = { item_id: lot.item_id, price: Number(lot.price).toFixed(2) };
  return callProxy<Bought>("/api/proxy/lztmarket/market/purchase", { method: "POST", data }, { idempotencyKey });
}

/** True where the money may be spent and nobody knows. */
export function isUnknown(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.code === "purchase_outcome_unknown");
}

const STATES: Record<string, Words> = {
  sending: { label: "Em andamento", tone: "info" },
  bought: { label: "Comprado", tone: "good" },
  refused: { label: "Recusado", tone: "neutral" },
  unknown: { label: "Não confirmado", tone: "bad" },
};

export function stateLabel(state: string): Words {
  return STATES[state] ?? { label: state, tone: "neutral" };
}
