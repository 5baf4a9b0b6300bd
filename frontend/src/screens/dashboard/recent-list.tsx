import type { UseQueryResult } from "@tanstack/react-query";
import type { Key, ReactNode } from "react";
import type { Earning } from "@/api/earnings";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import type { IconName } from "@/ui/icon";
import { QueryResult } from "@/ui/query-result";
import { Skeleton } from "@/ui/skeleton";

/** 'Dashboard shows 3 recent tasks and 3 recent earnings'. */
export const RECENT = 3;

type RecentListProps<Data, Row> = {
  title: string;
  actions?: ReactNode;
  empty: string;
  emptyIcon: IconName;
  query: UseQueryResult<Data>;
  rows: (answer: Data) => Row[];
  rowKey: (row: Row) => Key;
  children: (row: Row) => ReactNode;
};

/** A card with the first rows of something, or why there are none. */
export function RecentList<Data, Row>(props: RecentListProps<Data, Row>) {
  return (
    <Card title={props.title} actions={props.actions} padded={false}>
      <Rows {...props} />
    </Card>
  );
}

function Rows<Data, Row>({ query, rows, rowKey, empty, emptyIcon, children }: RecentListProps<Data, Row>) {
  return (
    <QueryResult query={query} fallback={<Placeholder />}>
      {(answer) => {
        const found = rows(answer).slice(0, RECENT);
        if (found.length === 0) return <EmptyState title={empty} icon={emptyIcon} />;
        return (
          <ul className="divide-y divide-line">
            {found.map((row) => (
              <li key={rowKey(row)} className="flex min-h-16 items-center justify-between gap-4 px-4 py-2.5">
                {children(row)}
              </li>
            ))}
          </ul>
        );
      }}
    </QueryResult>
  );
}

function Placeholder() {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: RECENT }, (_, index) => index).map((index) => (
        <div key={index} className="flex h-16 items-center justify-between px-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}

/** When it was paid: 'when paid and updated date differs from created'; null otherwise. */
export function paidAt({ status, createdAt, updatedAt }: Earning): string | null {
  return status === "paid" && updatedAt !== createdAt ? updatedAt : null;
}
