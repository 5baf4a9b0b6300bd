/** Templates of texts and lists of rare items: one's own and the shared ones. */
import { queryOptions } from "@tanstack/react-query";
import { api, type Game, type Schemas } from "@/api/client";

export type ContentTemplate = Schemas["BulkTemplateOutput"];

/** The texts of a template; a blank one leaves the form's own. `rareList` goes to `settings.rareList`. */
export type AppliedTemplate = Pick<
  ContentTemplate,
  "name" | "title" | "description" | "deliveryInstructions" | "rareList"
>;

/** The texts as an account with the examples' values would have them. */
export const exampleQuery = (game: Game, texts: Omit<Schemas["BulkExampleInputRequest"], "game">) =>
  queryOptions({
    queryKey: ["bulk", "templates", "example", game, texts],
    queryFn: ({ signal }) => api.post("/api/bulk/templates/example", { body: { game, ...texts }, signal }),
  });
