import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ComponentProps, type Key, type ReactNode, useState } from "react";
import type { Page } from "@/api/client";
import type { QueryKey } from "@/api/query";
import { Card } from "@/ui/card";
import type { IconName } from "@/ui/icon";
import { EmptyState, QueryResult } from "@/ui/states";
import { PagedTable } from "@/ui/table";

/** A list a page at a time, the place in it forgotten with the screen; as PagedTable takes it. */
export function usePages<T>(queryOf: (offset: number) => UseQueryOptions<Page<T>, Error, Page<T>, QueryKey>) {
  const [offset, onOffset] = useState(0);
  return { query: useQuery({ ...queryOf(offset), placeholderData: keepPreviousData }), offset, onOffset };
}

type PagedCardProps<T> = Omit<ComponentProps<typeof PagedTable<T>>, "caption" | "rowKey"> &
  Pick<ComponentProps<typeof Card>, "description" | "actions"> & { title: string; children?: ReactNode };

/** A table with pages in a card of its own; `children` stand above it. */
export function PagedCard<T extends { id: Key }>(props: PagedCardProps<T>) {
  const { title, description, actions, children, ...table } = props;
  return (
    <Card title={title} description={description} actions={actions} padded={false}>
      {children}
      <PagedTable caption={title} rowKey={({ id }) => id} {...table} />
    </Card>
  );
}

type ShortListProps<D, T> = {
  title: string;
  actions?: ReactNode;
  query: UseQueryResult<D>;
  rowsOf: (answer: D) => readonly T[];
  row: (row: T) => ReactNode;
  /** Of a row. */
  className: string;
  empty: { icon: IconName; title: string };
  fallback: ReactNode;
};

/** A card with the first rows of something, or why there are none. */
export function ShortList<D, T extends { id: Key }>(props: ShortListProps<D, T>) {
  const { title, actions, query, rowsOf, row, className, empty, fallback } = props;
  return (
    <Card title={title} actions={actions} padded={false}>
      <QueryResult query={query} fallback={fallback}>
        {(answer) =>
          rowsOf(answer).length === 0 ? (
            <EmptyState {...empty} />
          ) : (
            <ul className="divide-y divide-line">
              {rowsOf(answer).map((each) => (
                <li key={each.id} className={`flex items-center justify-between gap-4 px-4 ${className}`}>
                  {row(each)}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Card>
  );
}
