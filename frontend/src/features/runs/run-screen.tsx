import { Suspense } from "react";
import { Overview } from "@/features/runs/overview";
import type { Asked } from "@/features/runs/run-detail";
import { RunLinks } from "@/features/runs/run-links";
import { useLiveRun } from "@/features/runs/use-live-run";
import { fetchAhead, lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { ErrorState } from "@/ui/error-state";
import { PageActions } from "@/ui/page-actions";
import { Skeleton } from "@/ui/skeleton";

const load = () => import("@/features/runs/accounts");
const Accounts = lazy(load);
// On its way while what stands above it is rendered.
fetchAhead(load);
const RunDialog = lazy(() => import("@/features/runs/run-dialog"));

type RunScreenProps = { id: number };

/** 'one run live': what was reached, what can be asked of it, and every account. */
export function RunScreen({ id }: RunScreenProps) {
  const { run, busy, ask } = useLiveRun(id);
  const { opening, show, close } = useOpening<Asked>();
  if (!run.data) {
    return run.isError ? <ErrorState error={run.error} onRetry={run.refetch} /> : <Skeleton className="h-96" />;
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageActions>
        <RunLinks run={run.data} onReceipt={() => show({ about: "receipt" })} />
      </PageActions>
      <Overview run={run.data} busy={busy} onAsk={ask} onWithdraw={() => show({ about: "withdrawal" })} />
      <Suspense fallback={<Skeleton className="h-200" />}>
        <Accounts run={run.data} onAsk={show} />
      </Suspense>
      <Suspense>
        {opening && (
          <RunDialog key={opening.number} run={run.data} asked={opening.subject} open={opening.open} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}
