import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/ui/error-state";

type QueryResultProps<T> = {
  query: Pick<UseQueryResult<T>, "data" | "isError" | "error" | "refetch">;
  /** What could not be loaded, with its documented text; without it only the reason is told. */
  failed?: string;
  /** Puts the failure into a card, for what has no frame around it. */
  framed?: boolean;
  /** What holds the fallback meanwhile. */
  fallback: ReactNode;
  children: (data: T) => ReactNode;
};

/** What a query brought; before that its fallback, or why it did not come and another try. What came once stays. */
export function QueryResult<T>({ query, failed, framed = false, fallback, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return fallback;
  const failure = <ErrorState title={failed} error={query.error} onRetry={query.refetch} />;
  return framed ? <div className="card">{failure}</div> : failure;
}
