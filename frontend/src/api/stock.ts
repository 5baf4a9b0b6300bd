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

export type SavedRule = Schemas["BulkPriceRuleOutput"];
export type RuleValues = Schemas["BulkPriceRuleInputRequest"];
export type Proposal = Schemas["BulkProposalOutput"];

export const rulesQuery = () => listQuery("/api/stock/rules");
export const proposalsQuery = (query: ListRequest) => listQuery("/api/stock/proposals", { query });
export const saveRule = (id: number | undefined, body: RuleValues) =>
  id === undefined
    ? api.post("/api/stock/rules", { body })
    : api.put("/api/stock/rules/{rule_id}", { path: { rule_id: id }, body });
export const deleteRule = (id: number) => api.delete("/api/stock/rules/{rule_id}", { path: { rule_id: id } });
export const applyProposals = (ids: number[]) => api.post("/api/stock/proposals/apply", { body: { ids } });
export const declineProposals = (ids: number[]) => api.post("/api/stock/proposals/decline", { body: { ids } });
