import { clsx } from "clsx";
import type { RowState, Run } from "@/api/runs";
import { percent } from "@/shared/run/run";

/** From settled to not yet begun; what is queued is the empty rest. */
const SEGMENTS: [RowState, string][] = [
  ["created", "bg-good"],
  ["failed", "bg-bad"],
  ["uncertain", "bg-warn"],
  ["duplicate", "bg-info"],
  ["unsent", "bg-line-strong"],
  ["verifying", "bg-accent opacity-50"],
  ["sending", "bg-accent"],
];

/** A run's accounts as one bar, in the colours of the counters beside it. */
export function RunBar({ run }: { run: Run }) {
  return (
    <div
      role="progressbar"
      aria-label="Progresso da execução"
      aria-valuenow={percent(run)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="flex h-2 gap-px overflow-hidden rounded-sm bg-line"
    >
      {SEGMENTS.filter(([state]) => run.counts[state] > 0).map(([state, look]) => (
        <div
          key={state}
          className={clsx("h-full transition-width", look)}
          style={{ width: `${(run.counts[state] / run.total) * 100}%` }}
        />
      ))}
    </div>
  );
}
