import type { Creator } from "@/shared/queue/use-creator";
import { RunCard } from "@/shared/run/run-card";
import { RunResults } from "@/shared/run/run-results";

/** The run under way, else the results of the last one until they are cleared. */
export function RunSection({ runs }: { runs: Creator["runs"] }) {
  const { run, isActive, busy, ask, clear } = runs;
  if (!run) return null;
  return (
    <>
      <RunCard run={run} busy={busy} onAsk={ask} />
      {!isActive && <RunResults run={run} busy={busy} onRetry={() => ask("retry")} onClear={clear} />}
    </>
  );
}
