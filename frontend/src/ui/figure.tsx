import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Skeleton } from "@/ui/skeleton";

type FigureProps<T> = { query: Pick<UseQueryResult<T>, "data" | "isError">; of: (data: T) => ReactNode };

/** One figure of an answer, for a StatCard: its place before it is there, a dash when it could not be read. */
export function Figure<T>({ query, of }: FigureProps<T>) {
  if (query.data !== undefined) return of(query.data);
  return query.isError ? "—" : <Skeleton className="h-6.5 w-20 sm:h-8" />;
}
