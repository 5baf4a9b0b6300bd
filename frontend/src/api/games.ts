/** Games of the marketplace that are not ours. */
import { api, type Game } from "@/api/client";

export const gameKeys = { opening: (game: Game) => ["bulk", "games", game] };

/** Asks the marketplace for the template of a game, and keeps it for everybody. */
export const openGame = (game: Game) => api.post("/api/bulk/games/{game}", { path: { game } });
