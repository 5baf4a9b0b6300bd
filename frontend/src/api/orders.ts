/** What was bought of our listings, and what buyers complain of. */
import type { Schemas } from "@/api/client";
import { type ListRequest, listQuery } from "@/api/query";

export type Order = Schemas["BulkOrderOutput"];

export const ordersQuery = (query: ListRequest) => listQuery("/api/orders", { query });
