/** Accounts over markets, with their listings. */
import { api, type Schemas } from "@/api/client";
import { type ListRequest, listQuery } from "@/api/query";

export type StockAccount = Schemas["BulkAccountOutput"];
export type StockListing = StockAccount["listings"][number];

export const stockKey = ["stock"];
export const stockQuery = (query: ListRequest) => listQuery("/api/stock", { query });

export const closeAccounts = (ids: number[]) => api.post("/api/stock/close", { body: { ids } });

type PriceWanted = { id: number; before: string; after: string };

/** Answers what they are undone by. */
export const changePrices = (prices: readonly PriceWanted[]) =>
  api.post("/api/stock/prices", { body: { prices: prices.map(({ id, before, after }) => ({ id, before, after })) } });
export const undoPrices = (batch: string) => api.post("/api/stock/prices/undo", { body: { batch } });
