import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ComponentProps } from "react";
import type { Page } from "@/api/client";
import { Pagination } from "@/ui/pagination";
import { Table } from "@/ui/table";

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
      <Pagination offset={offset} limit={limit} total={query.data?.total ?? 0} onChange={onOffset} />
    </>
  );
}
