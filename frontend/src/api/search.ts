/** What Ctrl+K finds on the server: people, tasks, runs, accounts and earnings, as the person may see them. */
import { keepPreviousData } from "@tanstack/react-query";
import { pathQuery } from "@/api/query";

const SHORTEST = 2;
const FRESH_MS = 30_000;

/** Nothing is asked for less than two characters; what was found before stays until the next answer. */
export const searchQuery = (typed: string) => ({
  ...pathQuery("/api/search", { query: { q: typed } }),
  enabled: typed.length >= SHORTEST,
  placeholderData: typed.length >= SHORTEST ? keepPreviousData : [],
  staleTime: FRESH_MS,
});
