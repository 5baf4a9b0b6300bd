/** What accounts cost and brought in, and the rates that value it; amounts are decimal strings in R$. */
import { addressOf, api, type Schemas } from "@/api/client";
import { type ListRequest, listQuery, pathQuery } from "@/api/query";

/** Sums of all, or of one group of accounts. */
export type Sums = Schemas["BulkSumsOutput"];
export type ResultGroup = Schemas["BulkResultGroupOutput"];
export type AccountResult = Schemas["BulkAccountResultOutput"];
export type Movement = Schemas["BulkMovementOutput"];
export type Rate = Schemas["BulkRateOutput"];
export type RateBody = Schemas["BulkRateInputRequest"];

export const resultKeys = { all: ["results"] };

export const overviewQuery = (query: Record<string, string>) => pathQuery("/api/results", { query });
export const resultGroupsQuery = (query: ListRequest) => listQuery("/api/results/groups", { query });
export const accountResultsQuery = (query: ListRequest) => listQuery("/api/results/accounts", { query });
export const chainQuery = (accountId: number) =>
  pathQuery("/api/results/accounts/{account_id}", { path: { account_id: accountId } });
export const resultsHref = (format: "csv" | "xlsx", query: Record<string, string>): string =>
  addressOf(`/api/results/export.${format}`, { query });

export const ratesQuery = (limit: number, offset: number) => listQuery("/api/rates", { query: { limit, offset } });
/** How many entries without a value these rates would give one. */
export const previewRates = (body: RateBody) => api.post("/api/rates/preview", { body });
export const addRates = (body: RateBody, idempotencyKey: string) => api.post("/api/rates", { body, idempotencyKey });
