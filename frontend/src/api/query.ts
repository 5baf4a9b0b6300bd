/** Queries known by the path that they read. */
import { queryOptions, type UseQueryResult } from "@tanstack/react-query";
import { api, type Page } from "@/lib/api";

/** Every query is known by the path that it reads. */
type PathKey = [path: string];

/** One page of a list: the path with its limit and offset is the key. */
export function listQuery<T>(path: string) {
  return queryOptions<Page<T>, Error, Page<T>, PathKey>({
    queryKey: [path],
    queryFn: ({ signal }) => api.page<T>(path, { signal }),
  });
}

/** How long the list is that is asked for; unknown while the page before it stands in for it. */
export function knownTotal({ data, isPlaceholderData }: UseQueryResult<Page<unknown>>): number | undefined {
  return isPlaceholderData ? undefined : data?.total;
}

/** A documented path answered as it is. */
export function pathQuery<T>(path: string) {
  return queryOptions<T, Error, T, PathKey>({ queryKey: [path] });
}
