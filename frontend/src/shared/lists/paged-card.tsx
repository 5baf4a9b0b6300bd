import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type ComponentProps, type Key, type ReactNode, useState } from "react";
import type { Page, PageRequest, QueryKey } from "@/api/client";
import { Card } from "@/ui/card";
import { PagedTable } from "@/ui/table";

/** A list a page at a time, the place in it forgotten with the screen; as PagedTable takes it. */
export function usePages<T>(
  queryOf: (page: PageRequest) => UseQueryOptions<Page<T>, Error, Page<T>, QueryKey>,
  limit: number,
) {
  const [offset, onOffset] = useState(0);
  const query = useQuery({ ...queryOf({ limit, offset }), placeholderData: keepPreviousData });
  return { query, limit, offset, onOffset };
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
