/** What was bought of our listings, and what buyers complain of. */
import { api, type Schemas } from "@/api/client";
import { type ListRequest, listQuery, pathQuery } from "@/api/query";

export type Order = Schemas["BulkOrderOutput"];

export const orderKeys = { all: ["orders"] };

export const ordersQuery = (query: ListRequest) => listQuery("/api/orders", { query });
export const decideOrder = (orderId: number, body: Schemas["BulkDecisionInputRequest"]) =>
  api.post("/api/orders/{order_id}/decision", { path: { order_id: orderId }, body });

/** What a suggested share of the pay would have come to in the last 90 days. */
export const deductionEffectQuery = (percent: number) => pathQuery("/api/orders/effect", { query: { percent } });
