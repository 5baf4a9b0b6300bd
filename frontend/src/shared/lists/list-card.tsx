import type { UseQueryResult } from "@tanstack/react-query";
import { type Key, type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import type { Page } from "@/api/client";
import { knownTotal } from "@/api/query";
import { counted } from "@/lib/format";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import type { ListState } from "@/shared/lists/use-list";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { type Option, Select } from "@/ui/fields";
import type { IconName } from "@/ui/icon";
import { Announcement } from "@/ui/live-region";
import { SearchInput } from "@/ui/search-input";
import { EmptyState } from "@/ui/states";
import { type Column, PagedTable } from "@/ui/table";

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
        {filters}
        {orders && (
          <div className="flex items-center gap-2 max-sm:w-full">
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
        order={state.order}
        onOrder={state.setOrder}
        offset={state.offset}
        limit={state.limit}
        onOffset={state.setOffset}
        expectedRows={8}
        empty={
          state.isNarrowed || state.offset > 0 ? <NoMatch onClear={state.clear} /> : <EmptyState {...props.empty} />
        }
      />
    </Card>
  );
}

type FilterProps = { name: string; label: string; all: string; options: readonly Option[]; state: ListState };

/** One choice that narrows a list; `all` is its first choice, which does not. */
export function Filter({ name, label, all, options, state }: FilterProps) {
  return (
    <Select
      aria-label={label}
      className="sm:w-auto"
      placeholder={all}
      options={options}
      value={state.filters[name] ?? ""}
      onChange={(event) => state.setFilter(name, event.target.value)}
    />
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon="search"
      title="Nenhum resultado encontrado"
      description="Nada corresponde à busca e aos filtros escolhidos."
      action={<Button onClick={onClear}>Limpar filtros</Button>}
    />
  );
}

/** Searches once typing rests, or at Enter; Escape empties it. */
function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
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
      className="basis-56 sm:max-w-80"
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChange(typed.trim());
      }}
    />
  );
}
