import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ChangeEvent, type Key, type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { knownTotal, type ListRequest, type Page, type QueryKey } from "@/api/client";
import { plural } from "@/lib/format";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import { type AddressValues, pageNumber, readAddress, writeAddress } from "@/lib/use-url-state";
import { Announcement } from "@/ui/announcement";
import { Button, type IconName } from "@/ui/button";
import { Card, EmptyState, NothingFound } from "@/ui/card";
import { Choice, type Option, SearchInput, Select } from "@/ui/fields";
import { type Column, PagedTable } from "@/ui/table";
import { DateInput } from "@/ui/value-fields";

type ListCardProps<T> = {
  title: string;
  actions?: ReactNode;
  list: List<T>;
  columns: readonly Column<T>[];
  rowKey: (row: T) => Key;
  /** "Buscar funcionário"; without it the list cannot be searched. */
  searchLabel?: string;
  /** What is said when the list has nothing at all. */
  empty: { title: string; description?: string; icon: IconName; action?: ReactNode };
};

/** A table searched, narrowed, ordered and paged by the server. */
export function ListCard<T>({ title, actions, list, searchLabel, empty, ...table }: ListCardProps<T>) {
  const { state, query, filters, orders } = list;
  const orderId = useId();
  const total = knownTotal(query);
  return (
    <Card title={title} actions={actions} padded={false}>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-3">
        {searchLabel && <SearchBox label={searchLabel} value={state.search} onChange={state.setSearch} />}
        {(filters.length > 0 || orders.length > 0) && (
          <Filters filters={filters} state={state} chosen={Object.values(state.filters).filter(Boolean).length}>
            {orders.length > 0 && (
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
          text={total === undefined ? "" : plural(total, "resultado", "resultados")}
        />
      </div>
      <PagedTable
        {...table}
        caption={title}
        query={query}
        offset={state.offset}
        limit={state.limit}
        onOffset={state.setOffset}
        expectedRows={8}
        empty={state.isNarrowed ? <NothingFound onClear={state.clear} /> : <EmptyState {...empty} />}
      />
    </Card>
  );
}

/** What narrows a list: one choice, whose first, `all`, narrows nothing; without choices, one end of the days shown. */
type Filter = { name: string; label: string; all?: string; options?: readonly Option[] };
type FiltersProps = { filters: readonly Filter[]; state: ListState; chosen: number; children?: ReactNode };

/** What narrows and orders a list: in sight where there is room, behind one button with how many are set on phones. */
export function Filters({ filters, state, chosen, children }: FiltersProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="sm:hidden" icon="filter" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {chosen > 0 ? `Filtros (${chosen})` : "Filtros"}
      </Button>
      <div id={id} className={clsx("sm:contents", open ? "grid w-full gap-2" : "max-sm:hidden")}>
        {filters.map((filter) => (
          <FilterField key={filter.name} {...filter} state={state} />
        ))}
        {children}
      </div>
    </>
  );
}

export function FilterField({ name, label, all, options, state }: Filter & { state: ListState }) {
  const id = useId();
  const value = state.filters[name] ?? "";
  const change = (next: string) => state.setFilter(name, next);
  if (options) return <Choice label={label} placeholder={all} options={options} value={value} onChange={change} />;
  return (
    <div className="flex items-center gap-2 max-sm:w-full">
      <label htmlFor={id} className="w-7 flex-none text-muted sm:w-auto">
        {label}
      </label>
      <DayInput id={id} value={value} onChange={change} />
    </div>
  );
}

/** A day, which is asked for once its year is whole: browsers tell of 0002, 0020 and 0202 on the way to 2026. */
function DayInput({ id, value, onChange }: { id: string; value: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const isWhole = target.validity.valid;
    setTyped(isWhole ? null : target.value);
    if (isWhole) onChange(target.value);
  };
  const leave = () => setTyped(null);
  return <DateInput id={id} className="w-full sm:w-auto" value={typed ?? value} onChange={type} onBlur={leave} />;
}

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void };

/** Searches once typing rests, or at Enter; Escape empties it. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    // The search that was just made is what is typed, up to the space before the next word.
    if (typed.trim() !== value) setTyped(value);
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
  order?: string | undefined;
  /** Names of the API's filters, each also its name in the address. */
  filters?: readonly string[];
  limit?: number;
  /** How this list's API calls its order. */
  orderName?: "sort" | "ordering";
};

const SEARCH = "busca";
const ORDER = "ordem";
const PAGE = "pagina";

/** What a long list shows, kept in the address for reloads and links. Any change but of the page goes to page one. */
export function useListState({ order = "", filters = [], limit = 20, orderName = "sort" }: Options) {
  const [values, setValues] = useState(() => readAddress([SEARCH, ORDER, PAGE, ...filters]));
  const change = (changes: AddressValues) => {
    const next = { ...values, [PAGE]: "", ...changes };
    writeAddress(next);
    setValues(next);
  };
  const chosen: AddressValues = Object.fromEntries(filters.map((name) => [name, values[name] ?? ""]));
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

type ListOptions<T> = Omit<Options, "order" | "filters"> & {
  filters?: readonly Filter[];
  /** Names that only links narrow it by. */
  linked?: readonly string[];
  /** The first one is the usual one; left out for a list that has one order. */
  orders?: readonly Option[];
  poll?: Poll<T>;
};

type List<T> = {
  state: ListState;
  query: UseQueryResult<Page<T>>;
  filters: readonly Filter[];
  orders: readonly Option[];
};

/** A list with its state in the address, as ListCard takes it. */
export function useList<T>(queryOf: (request: ListRequest) => ListQuery<T>, options: ListOptions<T>): List<T> {
  const { filters = [], linked = [], orders = [], poll, ...rest } = options;
  const names = [...linked, ...filters.map(({ name }) => name)];
  const state = useListState({ ...rest, order: orders[0]?.value, filters: names });
  return { state, query: useServerList(queryOf, state, poll), filters, orders };
}
