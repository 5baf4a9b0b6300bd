/** What accounts cost and brought in, and the rates that value it; amounts are decimal strings in R$. */
import type { Schemas } from "@/api/client";

/** Sums of all, or of one group of accounts. */
export type Sums = Schemas["BulkSumsOutput"];
export type ResultGroup = Schemas["BulkResultGroupOutput"];
export type AccountResult = Schemas["BulkAccountResultOutput"];
export type Movement = Schemas["BulkMovementOutput"];
