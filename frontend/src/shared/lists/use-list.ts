import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Page } from "@/api/client";
import type { ListRequest, QueryKey } from "@/api/query";
import { pageNumber, readAddress, type Values, writeAddress } from "@/lib/use-url-state";

/** What a long list shows, kept in the page's address so that a reload and a link show the same. */
export type ListState = {
  search: string;
  /** A name the API can order by, with "-" in front for descending; "" for a list that has one order. */
  order: string;
  offset: number;
  limit: number;
  orderName: "sort" | "ordering";
  filters: Readonly<Record<string, string>>;
  isNarrowed: boolean;
  setSearch: (search: string) => void;
  setOrder: (order: string) => void;
  setOffset: (offset: number) => void;
  setFilter: (name: string, value: string) => void;
  setFilters: (filters: Record<string, string>) => void;
  clear: () => void;
};

type Options = {
  order?: string;
  /** Names of the API's filters, each also its name in the address. */
  filters?: readonly string[];
  limit?: number;
  /** How this list's API calls its order. */
  orderName?: "sort" | "ordering";
};

const SEARCH = "busca";
const ORDER = "ordem";
const PAGE = "pagina";

/** Any change but that of the page goes back to the first page. */
export function useListState({ order = "", filters = [], limit = 20, orderName = "sort" }: Options): ListState {
  const [values, setValues] = useState(() => readAddress([SEARCH, ORDER, PAGE, ...filters]));
  const change = (changes: Values) => {
    const next = { ...values, [PAGE]: "", ...changes };
    writeAddress(next);
    setValues(next);
  };
  const chosen = Object.fromEntries(filters.map((name) => [name, values[name] ?? ""]));
  return {
    search: values[SEARCH] ?? "",
    order: values[ORDER] || order,
    offset: (pageNumber(values[PAGE]) - 1) * limit,
    limit,
    orderName,
    filters: chosen,
    isNarrowed: Boolean(values[SEARCH]) || Object.values(chosen).some(Boolean),
    setSearch: (search) => change({ [SEARCH]: search }),
    setOrder: (next) => change({ [ORDER]: next === order ? "" : next }),
    setOffset: (offset) => change({ [PAGE]: offset === 0 ? "" : String(offset / limit + 1) }),
    setFilter: (name, value) => change({ [name]: value }),
    setFilters: change,
    clear: () => change(Object.fromEntries([SEARCH, ...filters].map((name) => [name, ""]))),
  };
}

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
