/** What was bought of our listings, and what buyers complain of. */
import type { Schemas } from "@/api/client";

export type Order = Schemas["BulkOrderOutput"];
