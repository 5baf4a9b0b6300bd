import { Suspense } from "react";
import { mount } from "@/app/mount";
import { fetchAhead, lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { Overview } from "@/screens/run/overview";
import { RunLinks } from "@/screens/run/run-links";
import { useLiveRun } from "@/screens/run/use-live-run";
import type { Asked } from "@/shared/run/run-detail";
import { ErrorState } from "@/ui/error-state";
import { PageActions } from "@/ui/page-actions";
import { Skeleton } from "@/ui/skeleton";

const load = () => import("@/screens/run/accounts");
const Accounts = lazy(load);
// On its way while what stands above it is rendered.
fetchAhead(load);
const RunDialog = lazy(() => import("@/screens/run/run-dialog"));

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

mount("run", RunScreen);
