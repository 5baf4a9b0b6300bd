import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ComponentProps, type Key, type MouseEvent, type ReactNode, useEffect, useEffectEvent } from "react";
import type { Page } from "@/api/client";
import { integer } from "@/lib/format";
import { Button } from "@/ui/button";
import { ErrorState, Skeleton } from "@/ui/card";

export type Column<T> = {
  /** "actions" is the column of buttons, which stays in sight at the right. */
  key: string;
  header: ReactNode;
  cell: (row: T) => ReactNode;
  /** "end" for figures, which then have even digits. */
  align?: "start" | "end";
  className?: string;
  /** Where it is on phones, where a row is two lines: the title of a row, by itself the first column; beside it; below it
   * without the head's words, "fill" in what room is left there; nowhere ("hidden"). Others are below it, named by their head. */
  phone?: "title" | "side" | "bare" | "fill" | "hidden";
};

type Look = Pick<Column<unknown>, "align" | "phone" | "className">;
type Cell<T> = Column<T>["cell"];

/** A column known by its head; `look` says how it stands in the table. */
export function column<T>(header: string, cell: Cell<T>): Column<T>;
export function column<T>(header: string, look: Look, cell: Cell<T>): Column<T>;
export function column<T>(header: string, ...rest: [Cell<T>] | [Look, Cell<T>]): Column<T> {
  const [look, cell] = rest.length === 1 ? [{}, ...rest] : rest;
  return { key: header, header, cell, ...look };
}

export function actionsColumn<T>(cell: (row: T) => ReactNode): Column<T> {
  return { key: "actions", header: <span className="sr-only">Ações</span>, align: "end", cell };
}

export function selectColumn<T>(cell: Cell<T>): Column<T> {
  return { key: "select", header: <span className="sr-only">Seleção</span>, phone: "side", className: "sm:w-8", cell };
}

type TableProps<T> = {
  /** What the table holds, for those who don't see it. */
  caption: string;
  columns: readonly Column<T>[];
  /** Undefined while they are on their way. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => Key;
  error?: unknown;
  onRetry?: () => unknown;
  /** Instead of rows when there are none: 'nothing yet' or 'nothing matches', as the screen knows. */
  empty: ReactNode;
  expectedRows?: number;
  /** Limits the height, for example "max-h-96": the head then stays in sight. */
  className?: string;
};

/** Rows and columns with a head that stays, and its own loading, error and empty forms. On phones a row is a block of few lines. */
export function Table<T>(props: TableProps<T>) {
  const { caption, columns, rows, rowKey, error, onRetry, empty, className } = props;
  if (error && !rows) return <ErrorState error={error} onRetry={() => onRetry?.()} />;
  if (rows?.length === 0) return empty;
  return (
    <section className={clsx("table-view", className)} aria-label={caption} aria-busy={!rows}>
      {/* Roles are spelt out: the block form on phones takes the implicit ones away. */}
      <table className="table" role="table" aria-label={caption}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, header, align }) => (
              <th key={key} data-column={key} role="columnheader" scope="col" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows?.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ key, header, cell, align, phone, className: cellClass }, index) => (
                <td
                  key={key}
                  role="cell"
                  data-column={key}
                  data-align={align}
                  data-phone={phone ?? (index === 0 ? "title" : undefined)}
                  className={cellClass}
                >
                  <span className="table-label" aria-hidden="true">
                    {header}
                  </span>
                  {cell(row)}
                </td>
              ))}
            </tr>
          )) ??
            Array.from({ length: props.expectedRows ?? 5 }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows to come have no other name than their place
              <tr key={row}>
                {columns.map(({ key }) => (
                  <td key={key}>
                    <Skeleton className="h-4 w-3/4" />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

type PagedTableProps<T> = Omit<ComponentProps<typeof Table<T>>, "rows" | "error" | "onRetry" | "className"> & {
  query: UseQueryResult<Page<T>>;
  offset: number;
  limit: number;
  onOffset: (offset: number) => void;
};

/** A list that the server gives a page at a time. The page before stays, paler, until the next one comes; one without
 * rows does not, as it would say of what is looked for now that there is none. */
export function PagedTable<T>({ query, offset, limit, onOffset, ...table }: PagedTableProps<T>) {
  const isUnknown = query.isPlaceholderData && query.data?.rows.length === 0;
  return (
    <>
      <div className={clsx("transition-opacity", query.isPlaceholderData && "opacity-60")}>
        <Table {...table} rows={isUnknown ? undefined : query.data?.rows} error={query.error} onRetry={query.refetch} />
      </div>
      <Pagination of={table.caption} offset={offset} limit={limit} total={query.data?.total} onChange={onOffset} />
    </>
  );
}

type PaginationProps = {
  of?: string;
  offset: number;
  limit: number;
  /** Undefined while it is not known. */
  total: number | undefined;
  onChange: (offset: number) => void;
};

/** Where we are in a long list, and the pages beside it; nothing when one page holds all. A page whose last rows were
 * removed is left for the one that is the last now. */
export function Pagination({ of, offset, limit, total: known, onChange }: PaginationProps) {
  const total = known ?? 0;
  const isGone = offset > 0 && known !== undefined && offset >= known;
  const goBack = useEffectEvent(() => onChange(total && (Math.ceil(total / limit) - 1) * limit));
  useEffect(() => {
    if (isGone) goBack();
  }, [isGone]);
  if (total <= limit) return null;
  const last = Math.min(offset + limit, total);
  return (
    <PageTurner of={of} isFirst={!offset} isLast={last >= total} onTurn={(by) => onChange(offset + by * limit)}>
      <p className="text-sm text-muted tabular-nums">
        {integer(offset + 1)}–{integer(last)} de {integer(total)}
      </p>
    </PageTurner>
  );
}

type PageTurnerProps = {
  /** What the list holds, where a screen has several. */
  of?: string | undefined;
  isFirst: boolean;
  isLast: boolean;
  /** One page on, or -1 for one back. */
  onTurn: (by: 1 | -1) => void;
  labels?: readonly [back: string, on: string];
  /** Where we are. */
  children: ReactNode;
};

/** A page is read from its beginning: what holds the list comes into view where that is above it. */
export function PageTurner({ of, isFirst, isLast, onTurn, labels = ["Anterior", "Próxima"], children }: PageTurnerProps) {
  const turn = (by: 1 | -1) => (event: MouseEvent<HTMLElement>) => {
    onTurn(by);
    const list = event.currentTarget.closest("nav")?.parentElement;
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  };
  return (
    <nav
      aria-label={of ? `Páginas: ${of}` : "Páginas"}
      className="flex items-center justify-between gap-4 border-line border-t px-4 py-2"
    >
      {children}
      <div className="flex gap-2">
        <Button size="sm" disabled={isFirst} onClick={turn(-1)}>
          {labels[0]}
        </Button>
        <Button size="sm" disabled={isLast} onClick={turn(1)}>
          {labels[1]}
        </Button>
      </div>
    </nav>
  );
}

/** A name, and under it what tells it apart. */
export function TwoLines({ first, second, children }: { first: ReactNode; second: ReactNode; children?: ReactNode }) {
  return (
    <span className="two-lines">
      <span className="font-medium wrap-anywhere">{first}</span>
      <span className="block text-sm text-muted wrap-anywhere">{second}</span>
      {children}
    </span>
  );
}

type TickProps = Omit<ComponentProps<"input">, "onChange"> & { label: string; onChange: (checked: boolean) => void };

/** A checkbox in a table or a list, where its label is only heard. */
export function Tick({ label, onChange, ...rest }: TickProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      className="size-4 flex-none pointer-coarse:size-6"
      aria-label={label}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
