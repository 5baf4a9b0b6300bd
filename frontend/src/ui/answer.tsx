import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/ui/error-state";

type AnswerProps<T> = {
  query: Pick<UseQueryResult<T>, "data" | "isError" | "error" | "refetch">;
  /** What could not be loaded, with its documented text; without it only the reason is told. */
  failed?: string;
  /** Puts the failure into a card, for what has no frame around it. */
  framed?: boolean;
  /** What holds the place meanwhile. */
  place: ReactNode;
  children: (data: T) => ReactNode;
};

/** What a query brought; before that its place, or why it did not come and another try. What came once stays. */
export function Answer<T>({ query, failed, framed = false, place, children }: AnswerProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return place;
  const failure = <ErrorState title={failed} error={query.error} onRetry={query.refetch} />;
  return framed ? <div className="card">{failure}</div> : failure;
}
