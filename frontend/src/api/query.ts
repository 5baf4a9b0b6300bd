/** Queries of our own API. */
import { queryOptions, type UseQueryResult } from "@tanstack/react-query";
import {
  type Answer,
  type Arguments,
  addressOf,
  type ListPath,
  type Page,
  type PathWith,
  type Row,
  send,
  sendForPage,
} from "@/api/client";

/** The parts of an address, then its query: what begins with the parts of a path is about what lies below that path. */
export type QueryKey = (string | Record<string, string>)[];

/** What a list is asked for: where its page begins, its order, its search and filters. */
export type ListRequest = Record<string, string | number>;

/** The key under which the answer of an address is kept, `/api/tasks/7?limit=3` as ["tasks", "7", {limit: "3"}]. */
export function keyOf(address: string): QueryKey {
  const [path = "", query] = address.split("?");
  const parts = path.replace("/api/", "").split("/");
  return query ? [...parts, Object.fromEntries(new URLSearchParams(query))] : parts;
}

export function pathQuery<P extends PathWith<"get">>(path: P, ...request: Arguments<"get", P>) {
  return queryOptions<Answer<"get", P>, Error, Answer<"get", P>, QueryKey>({
    queryKey: keyOf(addressOf(path, ...request)),
    queryFn: ({ signal }) => send<Answer<"get", P>>("get", path, { ...request[0], signal }),
  });
}

export function listQuery<P extends ListPath>(path: P, ...request: Arguments<"get", P>) {
  return queryOptions<Page<Row<P>>, Error, Page<Row<P>>, QueryKey>({
    queryKey: keyOf(addressOf(path, ...request)),
    queryFn: ({ signal }) => sendForPage<Row<P>>(path, { ...request[0], signal }),
  });
}

/** How long the list is that is asked for; unknown while the page before it stands in for it. */
export function knownTotal({ data, isPlaceholderData }: UseQueryResult<Page<unknown>>): number | undefined {
  return isPlaceholderData ? undefined : data?.total;
}
