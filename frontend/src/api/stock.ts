/** Accounts over markets, with their listings. */
import { api, type Schemas } from "@/api/client";

export type StockAccount = Schemas["BulkAccountOutput"];
export type StockListing = StockAccount["listings"][number];

/** Answers what they are undone by. */
export const changePrices = (prices: readonly { id: number; before: string; after: string }[]) =>
  api.post("/api/stock/prices", { body: { prices: prices.map(({ id, before, after }) => ({ id, before, after })) } });
export const undoPrices = (batch: string) => api.post("/api/stock/prices/undo", { body: { batch } });

export type SavedRule = Schemas["BulkPriceRuleOutput"];
export type RuleValues = Schemas["BulkPriceRuleInputRequest"];

export const saveRule = (id: number | undefined, body: RuleValues, idempotencyKey: string) =>
  id === undefined
    ? api.post("/api/stock/rules", { body, idempotencyKey })
    : api.put("/api/stock/rules/{rule_id}", { path: { rule_id: id }, body });
