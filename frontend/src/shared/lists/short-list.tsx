import type { UseQueryResult } from "@tanstack/react-query";
import type { Key, ReactNode } from "react";
import type { IconName } from "@/ui/button";
import { Card, EmptyState, QueryResult } from "@/ui/card";

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
