/** Lots of LZT Market as its API shows them, without credentials, and what is bought there. */
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

export type LztProfile = {
  username: string;
  balance: string | number;
  hold?: string | number;
  currency: string;
  active_items_count?: number;
  sold_items_count?: number;
};

/** What a buyer is given, once: it is kept nowhere here. */
export type PurchaseCredentials = { login?: string; password?: string } | unknown[] | null;
export type Purchase = { credentials?: { account?: PurchaseCredentials; email?: PurchaseCredentials } };

export const purchaseKeys = { all: ["purchases"] };
