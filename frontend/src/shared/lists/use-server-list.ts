import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listQuery } from "@/api/query";
import { type ListState, listPath } from "@/shared/lists/use-list-state";

/** How long until a list is asked for again, for a list that moves by itself. */
type Poll<T> = number | false | ((rows: readonly T[]) => number | false);

/** The page of a list that `state` asks for; the one before stays until it comes. */
export function useServerList<T>(path: string, state: ListState, poll: Poll<T> = false) {
  return useQuery({
    ...listQuery<T>(listPath(path, state)),
    placeholderData: keepPreviousData,
    refetchInterval: typeof poll === "function" ? (query) => poll(query.state.data?.rows ?? []) : poll,
  });
}
