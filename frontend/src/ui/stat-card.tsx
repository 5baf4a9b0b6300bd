import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Tone } from "@/ui/badge";
import { Icon, type IconName } from "@/ui/button";
import { Skeleton } from "@/ui/card";

const FIGURES: Record<Tone, string> = {
  neutral: "text-ink",
  accent: "text-accent",
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
};

type StatCardProps = { label: ReactNode; value: ReactNode; icon?: IconName; detail?: ReactNode; tone?: Tone };

export function StatCard({ label, value, icon, detail, tone = "neutral" }: StatCardProps) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm text-muted">
        {icon && <Icon name={icon} />}
        {label}
      </dt>
      <dd
        className={clsx("stat-value mt-1.5 text-xl font-semibold tracking-tight tabular-nums xl:text-2xl", FIGURES[tone])}
      >
        <span>{value}</span>
      </dd>
      {detail && <dd className="text-sm text-muted">{detail}</dd>}
    </div>
  );
}

/** StatCards side by side in one frame, two in a row on phones. */
export const StatGrid = ({ children }: { children: ReactNode }) => <dl className="stat-grid">{children}</dl>;

type FigureProps<T> = { query: Pick<UseQueryResult<T>, "data" | "isError">; of: (data: T) => ReactNode };

/** One figure of an answer, for a StatCard: its place before it is there, a dash when it could not be read. */
export function Figure<T>({ query, of }: FigureProps<T>) {
  if (query.data !== undefined) return of(query.data);
  return query.isError ? "—" : <Skeleton className="h-6.5 w-20 sm:h-8" />;
}

export function FigureCard<T>({ query, of, ...card }: Omit<StatCardProps, "value"> & FigureProps<T>) {
  return <StatCard {...card} value={<Figure query={query} of={of} />} />;
}
