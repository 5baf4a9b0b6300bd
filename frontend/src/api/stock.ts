/** Accounts over markets, with their listings. */
import { api, type Schemas } from "@/api/client";
import { type ListRequest, listQuery } from "@/api/query";

export type StockAccount = Schemas["BulkAccountOutput"];
export type StockListing = StockAccount["listings"][number];

export const stockKey = ["stock"];
export const stockQuery = (query: ListRequest) => listQuery("/api/stock", { query });

export const closeAccounts = (ids: number[]) => api.post("/api/stock/close", { body: { ids } });
