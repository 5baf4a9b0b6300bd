/** The marketplace's own games, those that are no folder of ours included. */
import { api } from "@/api/client";

/** Asks the marketplace for the template of a game, and keeps it for everybody. */
export const openGame = (slug: string) => api.post("/api/bulk/games/{game}", { path: { game: slug } });
