import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type Key, type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import type { Page } from "@/api/client";
import { knownTotal, type ListRequest, type QueryKey } from "@/api/query";
import { counted } from "@/lib/format";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import { pageNumber, readAddress, type Values, writeAddress } from "@/lib/use-url-state";
import { Announcement } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Choice, type Option, SearchInput, Select } from "@/ui/fields";
import type { IconName } from "@/ui/icon";
import { EmptyState, NothingFound } from "@/ui/states";
import { type Column, PagedTable } from "@/ui/table";
import { DateInput } from "@/ui/value-fields";

type ListCardProps<T> = {
  title: string;
  actions?: ReactNode;
  state: ListState;
  query: UseQueryResult<Page<T>>;
  columns: readonly Column<T>[];
  rowKey: (row: T) => Key;
  /** "Buscar funcionário"; without it the list cannot be searched. */
  searchLabel?: string;
  /** Select fields that narrow the list, see `Filter`. */
  filters?: ReactNode;
  /** Left out for a list that has one order. */
  orders?: readonly Option[];
  /** What is said when the list has nothing at all. */
  empty: { title: string; description?: string; icon: IconName; action?: ReactNode };
};

/** A table searched, narrowed, ordered and paged by the server. */
export function ListCard<T>(props: ListCardProps<T>) {
  const { title, actions, state, query, columns, rowKey, searchLabel, filters, orders } = props;
  const orderId = useId();
  const total = knownTotal(query);
  return (
    <Card title={title} actions={actions} padded={false}>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-3">
        {searchLabel && <SearchBox label={searchLabel} value={state.search} onChange={state.setSearch} />}
        {(filters || orders) && (
          <Filters chosen={Object.values(state.filters).filter(Boolean).length}>
            {filters}
            {orders && (
              <div className="flex items-center gap-2">
                <label htmlFor={orderId} className="flex-none text-muted">
                  Ordenar por
                </label>
                <Select
                  id={orderId}
                  className="sm:w-auto"
                  options={orders}
                  value={state.order}
                  onChange={(event) => state.setOrder(event.target.value)}
                />
              </div>
            )}
          </Filters>
        )}
        <Announcement
          className="min-h-lh text-sm text-muted tabular-nums sm:ml-auto"
          text={total === undefined ? "" : counted(total, "resultado", "resultados")}
        />
      </div>
      <PagedTable
        caption={title}
        query={query}
        columns={columns}
        rowKey={rowKey}
        offset={state.offset}
        limit={state.limit}
        onOffset={state.setOffset}
        expectedRows={8}
        empty={
          state.isNarrowed || state.offset > 0 ? (
            <NothingFound onClear={state.clear} />
          ) : (
            <EmptyState {...props.empty} />
          )
        }
      />
    </Card>
  );
}

/** What narrows and orders a list: in sight where there is room, behind one button with how many are set on phones. */
export function Filters({ chosen, children }: { chosen: number; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="sm:hidden"
        icon="filter"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {chosen > 0 ? `Filtros (${chosen})` : "Filtros"}
      </Button>
      <div id={id} className={clsx("sm:contents", open ? "grid w-full gap-2" : "max-sm:hidden")}>
        {children}
      </div>
    </>
  );
}

type FilterProps = { name: string; label: string; all: string; options: readonly Option[]; state: ListState };

/** One choice that narrows a list; `all` is its first choice, which does not. */
export function Filter({ name, label, all, options, state }: FilterProps) {
  return (
    <Choice
      label={label}
      placeholder={all}
      options={options}
      value={state.filters[name] ?? ""}
      onChange={(value) => state.setFilter(name, value)}
    />
  );
}

/** One end of the days that a list shows; empty is no end. */
export function DayFilter({ name, label, state }: { name: string; label: string; state: ListState }) {
  const id = useId();
  return (
    <div className="flex items-center gap-2 max-sm:w-full">
      <label htmlFor={id} className="w-7 flex-none text-muted sm:w-auto">
        {label}
      </label>
      <DateInput
        id={id}
        className="w-full sm:w-auto"
        value={state.filters[name] ?? ""}
        onChange={(event) => state.setFilter(name, event.target.value)}
      />
    </div>
  );
}

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void };

/** Searches once typing rests, or at Enter; Escape empties it. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const rested = useDebouncedValue(typed.trim());
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value && wanted === typed.trim()) onChange(wanted);
  });
  useEffect(() => search(rested), [rested]);

  return (
    <SearchInput
      label={label}
      className="basis-40 sm:max-w-80 sm:basis-56"
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChange(typed.trim());
      }}
    />
  );
}

export type ListState = ReturnType<typeof useListState>;

type Options = {
  /** A name the API can order by, with "-" in front for descending; left out for a list that has one order. */
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

/** What a long list shows, kept in the page's address so that a reload and a link show the same. Any change but that of
 * the page goes back to the first page. */
export function useListState({ order = "", filters = [], limit = 20, orderName = "sort" }: Options) {
  const [values, setValues] = useState(() => readAddress([SEARCH, ORDER, PAGE, ...filters]));
  const change = (changes: Values) => {
    const next = { ...values, [PAGE]: "", ...changes };
    writeAddress(next);
    setValues(next);
  };
  const chosen: Values = Object.fromEntries(filters.map((name) => [name, values[name] ?? ""]));
  return {
    search: values[SEARCH] ?? "",
    order: values[ORDER] || order,
    offset: (pageNumber(values[PAGE]) - 1) * limit,
    limit,
    orderName,
    filters: chosen,
    isNarrowed: Boolean(values[SEARCH]) || Object.values(chosen).some(Boolean),
    setSearch: (search: string) => change({ [SEARCH]: search }),
    setOrder: (next: string) => change({ [ORDER]: next === order ? "" : next }),
    setOffset: (offset: number) => change({ [PAGE]: offset === 0 ? "" : String(offset / limit + 1) }),
    setFilter: (name: string, value: string) => change({ [name]: value }),
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
  const { search, order, orderName, offset, limit, filters } = state;
  return useQuery({
    ...queryOf({ limit, offset, [orderName]: order, search, ...filters }),
    placeholderData: keepPreviousData,
    refetchInterval: typeof poll === "function" ? (query) => poll(query.state.data?.rows ?? []) : poll,
  });
}
