/** Templates of texts and lists of rare items: one's own and the shared ones. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, type Game, type Schemas } from "@/api/client";
import { pathQuery } from "@/api/query";

export type ContentTemplate = Schemas["BulkTemplateOutput"];

/** The texts of a template; a blank one leaves the form's own. `rareList` goes to `settings.rareList`. */
export type AppliedTemplate = Pick<
  ContentTemplate,
  "name" | "title" | "description" | "deliveryInstructions" | "rareList"
>;
export type RareList = Schemas["BulkRareListOutput"];
export type Placeholder = Schemas["BulkPlaceholderOutput"];
export type TemplateValues = Omit<Schemas["BulkNewTemplateInputRequest"], "game">;
export type ListValues = Omit<Schemas["BulkNewRareListInputRequest"], "game">;

export const contentTemplatesQuery = (game: Game) => pathQuery("/api/bulk/templates", { query: { game } });
export const rareListsQuery = (game: Game) => pathQuery("/api/bulk/rare-lists", { query: { game } });
export const placeholdersQuery = (game: Game) => pathQuery("/api/bulk/templates/placeholders", { query: { game } });

/** The texts as an account with the examples' values would have them. */
export const exampleQuery = (game: Game, texts: Omit<Schemas["BulkExampleInputRequest"], "game">) =>
  queryOptions({
    queryKey: ["bulk", "templates", "example", game, texts],
    queryFn: ({ signal }) => api.post("/api/bulk/templates/example", { body: { game, ...texts }, signal }),
  });

/** Writes of templates and lists; what depends on them is read again. */
export function useContentMutations(game: Game) {
  const { mutateAsync: write } = useMutation({
    meta: { invalidates: [contentTemplatesQuery(game), rareListsQuery(game)].map(({ queryKey }) => ({ queryKey })) },
    mutationFn: (call: () => Promise<unknown>) => call(),
  });
  return {
    saveTemplate: ({ id, values }: { id: number | null; values: TemplateValues }) =>
      write(() =>
        id === null
          ? api.post("/api/bulk/templates", { body: { game, ...values } })
          : api.patch("/api/bulk/templates/{template_id}", { path: { template_id: id }, body: values }),
      ),
    saveList: ({ id, values }: { id: number | null; values: ListValues }) =>
      write(() =>
        id === null
          ? api.post("/api/bulk/rare-lists", { body: { game, ...values } })
          : api.patch("/api/bulk/rare-lists/{list_id}", { path: { list_id: id }, body: values }),
      ),
    removeTemplate: (id: number) =>
      write(() => api.delete("/api/bulk/templates/{template_id}", { path: { template_id: id } })),
    removeList: (id: number) => write(() => api.delete("/api/bulk/rare-lists/{list_id}", { path: { list_id: id } })),
  };
}
