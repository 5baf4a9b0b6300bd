import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { askRun, downloadHref, type RunDetail, type RunVerb, runKeys } from "@/api/runs";
import { mount } from "@/app/mount";
import { fetchAhead, lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { useSingleFlight } from "@/lib/use-single-flight";
import { Overview } from "@/screens/run/overview";
import { type Asked, creatorPath, liveRunQuery } from "@/shared/run/run";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { PageActions } from "@/ui/page-actions";
import { ErrorState, Skeleton } from "@/ui/states";

const load = () => import("@/screens/run/accounts");
const Accounts = lazy(load);
// On its way while what stands above it is rendered.
fetchAhead(load);
const RunDialog = lazy(() => import("@/screens/run/run-dialog"));

/** 'one run live': what was reached, what can be asked of it, and every account. */
export function RunScreen({ id }: { id: number }) {
  const { run, busy, ask } = useLiveRun(id);
  const { show, dialog } = useOpening<Asked>();
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
      {dialog((props, asked) => (
        <RunDialog run={run.data} asked={asked} {...props} />
      ))}
    </div>
  );
}

/** The run as it goes on, and what can be asked of it. Whenever it changes, its rows are read anew. */
function useLiveRun(id: number) {
  const client = useQueryClient();
  const run = useQuery(liveRunQuery(id));
  const known = useRef(run.data);
  const { mutateAsync } = useMutation({
    mutationFn: (verb: RunVerb) => askRun(id, verb),
    onSettled: () => client.invalidateQueries({ queryKey: runKeys.run(id), exact: true }),
  });

  useEffect(() => {
    if (known.current === run.data) return;
    known.current = run.data;
    client.invalidateQueries({ queryKey: runKeys.rows(id) });
  }, [client, id, run.data]);

  const { run: ask, busy } = useSingleFlight(mutateAsync);
  return { run, busy, ask };
}

/** What a run leads to: its files, and the creator it came from. */
function RunLinks({ run, onReceipt }: { run: RunDetail; onReceipt: () => void }) {
  return (
    <>
      <a className="btn btn-secondary" href={downloadHref(run.id, "report.csv")} download>
        <Icon name="download" />
        Relatório CSV
      </a>
      {run.counts.failed + run.counts.unsent > 0 && (
        <a className="btn btn-secondary" href={downloadHref(run.id, "corrections.csv")} download>
          <Icon name="download" />
          Corrigir em planilha
        </a>
      )}
      <Button icon="shield" onClick={onReceipt}>
        Recibo
      </Button>
      <a className="btn btn-secondary" href={creatorPath(run)}>
        <Icon name="plus" />
        Criar contas {run.gameTitle}
      </a>
    </>
  );
}

mount("run", RunScreen);
