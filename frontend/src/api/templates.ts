/** Templates of texts and lists of rare items: one's own and the shared ones. */
import type { Schemas } from "@/api/client";

export type ContentTemplate = Schemas["BulkTemplateOutput"];

/** The texts of a template; a blank one leaves the form's own. `rareList` goes to `settings.rareList`. */
export type AppliedTemplate = Pick<
  ContentTemplate,
  "name" | "title" | "description" | "deliveryInstructions" | "rareList"
>;
