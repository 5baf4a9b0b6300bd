import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { Page } from "@/api/client";
import type { ListRequest, QueryKey } from "@/api/query";
import type { ListState } from "@/shared/lists/use-list-state";

/** How long until a list is asked for again, for a list that moves by itself. */
type Poll<T> = number | false | ((rows: readonly T[]) => number | false);
type ListQuery<T> = UseQueryOptions<Page<T>, Error, Page<T>, QueryKey>;

/** The page of a list that `state` asks for; the one before stays until it comes. */
export function useServerList<T>(
  queryOf: (request: ListRequest) => ListQuery<T>,
  state: ListState,
  poll: Poll<T> = false,
) {
  return useQuery({
    ...queryOf(listRequest(state)),
    placeholderData: keepPreviousData,
    refetchInterval: typeof poll === "function" ? (query) => poll(query.state.data?.rows ?? []) : poll,
  });
}

function listRequest({ search, order, orderName, offset, limit, filters }: ListState): ListRequest {
  return { limit, offset, [orderName]: order, search, ...filters };
}
