/** Templates of texts and lists of rare items: one's own and the shared ones (GET /api/bulk/templates, /rare-lists). */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import type { components } from "@/lib/schema";

export type ContentTemplate = components["schemas"]["BulkTemplateOutput"];
/** The texts of a template; a blank one leaves the form's own. `rareList` goes to `settings.rareList`. */
export type AppliedTemplate = Pick<
  ContentTemplate,
  "name" | "title" | "description" | "deliveryInstructions" | "rareList"
>;
export type RareList = components["schemas"]["BulkRareListOutput"];
export type Placeholder = components["schemas"]["BulkPlaceholderOutput"];
type Texts = { title: string; description: string; deliveryInstructions: string; rareListId: number | null };

const TEMPLATES = "/api/bulk/templates";
const LISTS = "/api/bulk/rare-lists";

export const templatesQuery = (game: string) => pathQuery<ContentTemplate[]>(`${TEMPLATES}?game=${game}`);
export const listsQuery = (game: string) => pathQuery<RareList[]>(`${LISTS}?game=${game}`);
export const placeholdersQuery = (game: string) => pathQuery<Placeholder[]>(`${TEMPLATES}/placeholders?game=${game}`);

/** The texts as an account with the examples' values would have them. */
export function exampleQuery(game: string, texts: Texts) {
  return queryOptions({
    queryKey: [`${TEMPLATES}/example`, game, texts],
    queryFn: ({ signal }) => api.post<Texts>(`${TEMPLATES}/example`, { game, ...texts }, { signal }),
  });
}

export type TemplateValues = Texts & { name: string; shared: boolean };
export type ListValues = { name: string; items: string[]; shared: boolean };

/** Writes of templates and lists; what depends on them is read again. */
export function useContentCalls(game: string) {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: templatesQuery(game).queryKey }),
      client.invalidateQueries({ queryKey: listsQuery(game).queryKey }),
    ]);
  const save = <V extends object>(path: string) => ({
    mutationFn: ({ id, values }: { id: number | null; values: V }) =>
      id === null ? api.post(path, { game, ...values }) : api.patch(`${path}/${id}`, values),
    onSuccess,
  });
  const remove = (path: string) => ({ mutationFn: (id: number) => api.delete(`${path}/${id}`), onSuccess });
  return {
    saveTemplate: useMutation(save<TemplateValues>(TEMPLATES)).mutateAsync,
    saveList: useMutation(save<ListValues>(LISTS)).mutateAsync,
    removeTemplate: useMutation(remove(TEMPLATES)).mutateAsync,
    removeList: useMutation(remove(LISTS)).mutateAsync,
  };
}
