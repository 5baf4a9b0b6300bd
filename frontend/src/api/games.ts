/** The marketplace's own games, those that are no folder of ours included. */
import { keepPreviousData } from "@tanstack/react-query";
import { api, type Schemas } from "@/api/client";
import { pathQuery } from "@/api/query";

/** Games by name, with their creators; all of them for "". What was found before stays until the next answer. */
export const gamesQuery = (search: string) => ({
  ...pathQuery("/api/bulk/games", { query: { search } }),
  placeholderData: keepPreviousData,
});

/** Asks the marketplace for the template of a game, and keeps it for everybody. */
export const openGame = (slug: string) => api.post("/api/bulk/games/{game}", { path: { game: slug } });

/** What admins decide of a game; a blank label takes its field's own name back. */
export const changeGame = (slug: string, body: Schemas["BulkPatchedGameChangeInputRequest"]) =>
  api.patch("/api/bulk/games/{game}", { path: { game: slug }, body });
