/** Lots of LZT Market as its API shows them, without credentials. */
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

export const titleOf = ({ title, title_en, item_id }: Lot): string => title || title_en || `Lote ${item_id}`;

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
