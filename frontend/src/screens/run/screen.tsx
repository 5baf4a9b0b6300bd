import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { askRun, downloadHref, type RowState, type RunDetail, type RunVerb, runDetailQuery, runKeys } from "@/api/runs";
import { mount } from "@/app/mount";
import { dateTime, integer, money, plural } from "@/lib/format";
import { fetchAhead, lazy, useOpening } from "@/lib/lazy";
import { useSingleFlight } from "@/lib/use-single-flight";
import {
  type Asked,
  donePercent,
  isOpen,
  keyLabel,
  marketLabel,
  pollAlwaysMs,
  RUN_STATES,
  remainingLabel,
  spokenProgress,
} from "@/shared/run/run";
import { PauseNote, RunControls } from "@/shared/run/run-controls";
import { RunGroup } from "@/shared/run/run-group";
import { Alert, useAnnounce } from "@/ui/announcement";
import { Badge } from "@/ui/badge";
import { Button, DownloadLink, Icon, PageActions } from "@/ui/button";
import { QueryResult, Skeleton } from "@/ui/card";
import { Masked } from "@/ui/masked";

type OverviewProps = {
  run: RunDetail;
  busy: boolean;
  onAsk: (verb: RunVerb) => Promise<unknown>;
  onWithdraw: () => void;
};

/** How far the run is, what can be asked of it, and whose it is. What comes while a run goes on has its place from the
 * start, so that nothing moves under a pointer. */
function Overview({ run, busy, onAsk, onWithdraw }: OverviewProps) {
  const canRetry = run.retryable > 0 && run.state !== "cancelled";
  const canWithdraw = run.listed > run.withdrawing;
  useAnnounce(spokenProgress(run));
  // On phones the buttons are one line, whatever the run comes to.
  const isCrowded = isOpen(run) || canRetry;
  return (
    <section className="card grid gap-x-8 gap-y-5 p-4 lg:grid-cols-[minmax(0,1fr)_17rem]" aria-label="Andamento">
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 tabular-nums">
          <strong className="text-2xl font-semibold tracking-tight">{donePercent(run)}%</strong>
          <Badge {...RUN_STATES[run.state]} />
          {run.training && <Badge tone="warn">Ensaio</Badge>}
          <span className="ml-auto text-sm text-muted">{remainingLabel(run)}</span>
        </div>
        <p className="text-muted tabular-nums">
          {integer(run.settled)} de {plural(run.total, "conta processada", "contas processadas")}
        </p>
        <RunBar run={run} />
        <RunNotes run={run} />
        <div className="mt-auto flex flex-wrap gap-2 empty:hidden">
          <RunControls run={run} busy={busy} onAsk={onAsk} />
          {canRetry && (
            <Button icon="refresh" busy={busy} onClick={() => onAsk("retry")}>
              Repetir falhas ({integer(run.retryable)})
            </Button>
          )}
          {(isOpen(run) || canWithdraw) && (
            <Button variant={isCrowded ? "ghost" : "secondary"} icon="undo" disabled={!canWithdraw} onClick={onWithdraw}>
              <span className={clsx(isCrowded && "max-sm:sr-only")}>Retirar anúncios</span>
            </Button>
          )}
        </div>
      </div>
      <Facts run={run} />
    </section>
  );
}

function Facts({ run }: { run: RunDetail }) {
  return (
    <dl className="grid grid-cols-1 content-start gap-1.5 text-sm max-lg:border-line max-lg:border-t max-lg:pt-4">
      <Fact name="Jogo">{run.gameTitle}</Fact>
      <Fact name="Título">{run.title}</Fact>
      <Fact name="Pessoa">{run.by.fullName}</Fact>
      {Number(run.earned) > 0 && <Fact name="Ganhos">{money(run.earned)}</Fact>}
      <Fact name="Criada em">{dateTime(run.createdAt)}</Fact>
      <Fact name="Primeiro envio">{run.startedAt ? dateTime(run.startedAt) : "—"}</Fact>
      <Fact name="Terminada em">{run.finishedAt ? dateTime(run.finishedAt) : "—"}</Fact>
      <Fact name="Chave de API">
        {keyLabel(run)}{" "}
        <code className="font-mono">
          <Masked text={run.keyHint} />
        </code>
      </Fact>
      <Fact name="Marketplace">{marketLabel(run)}</Fact>
      {run.group.length > 1 && (
        <Fact name="Anunciadas em">
          <RunGroup run={run} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className="line-clamp-2 min-w-0 text-end tabular-nums wrap-anywhere" data-tooltip="" data-tooltip-when="cut">
        {children}
      </dd>
    </div>
  );
}

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
function RunBar({ run }: { run: RunDetail }) {
  return (
    <div
      role="progressbar"
      aria-label="Progresso da execução"
      aria-valuenow={donePercent(run)}
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

/** What to know about a run at this moment: why it stands, what still comes, what waits for a decision. */
function RunNotes({ run }: { run: RunDetail }) {
  const { counts, state } = run;
  const stopped = state === "paused" || state === "cancelled";
  const hopeless = counts.failed - run.retryable;
  return (
    <>
      <PauseNote run={run} />
      {stopped && counts.sending > 0 && (
        <Alert>Uma conta já estava sendo enviada e ainda é concluída; nenhuma outra sai depois dela.</Alert>
      )}
      {counts.verifying > 0 && (
        <Alert>
          {plural(counts.verifying, "conta ficou", "contas ficaram")} sem resposta clara do marketplace: antes de qualquer
          novo envio, o login é procurado lá.
        </Alert>
      )}
      {counts.uncertain > 0 && (
        <Alert tone="warn">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p>
              {plural(counts.uncertain, "conta incerta", "contas incertas")}: o marketplace não disse o que houve. Confira
              lá e decida aqui.
            </p>
            <a className="btn btn-secondary btn-sm" href={`/runs/${run.id}?state=uncertain`}>
              Ver incertas
            </a>
          </div>
        </Alert>
      )}
      {run.withdrawing > 0 && <Alert>Falta retirar {plural(run.withdrawing, "anúncio", "anúncios")}.</Alert>}
      {run.drafts > 0 && (
        <p className="text-sm text-muted">
          {plural(run.drafts, "anúncio desta execução é rascunho", "anúncios desta execução são rascunhos")}.
        </p>
      )}
      {run.withdrawn > 0 && (
        <p className="text-sm text-muted">
          {plural(run.withdrawn, "anúncio desta execução foi retirado", "anúncios desta execução foram retirados")}{" "}
          depois.
        </p>
      )}
      {hopeless > 0 && (
        <p className="text-sm text-muted">
          {plural(hopeless, "falha não pode ser repetida", "falhas não podem ser repetidas")}: a linha está fora do
          formato, ou as credenciais já foram apagadas.
        </p>
      )}
    </>
  );
}

const load = () => import("@/screens/run/accounts");
const Accounts = lazy(load);
// On its way while what stands above it is rendered.
fetchAhead(load);
const RunDialog = lazy(() => import("@/screens/run/run-dialog"));

/** One run while it goes: what was reached, what can be asked of it, and every account. */
export function RunScreen({ id }: { id: number }) {
  const { run, busy, ask } = useLiveRun(id);
  const { show, dialog } = useOpening<Asked>();
  return (
    <QueryResult query={run} fallback={<Skeleton className="h-96" />}>
      {(found) => (
        <div className="grid grid-cols-1 gap-4">
          <PageActions>
            <RunLinks run={found} onReceipt={() => show({ about: "receipt" })} />
          </PageActions>
          <Overview run={found} busy={busy} onAsk={ask} onWithdraw={() => show({ about: "withdrawal" })} />
          <Suspense fallback={<Skeleton className="h-200" />}>
            <Accounts run={found} onAsk={show} />
          </Suspense>
          {dialog(RunDialog, (asked) => ({ run: found, asked }))}
        </div>
      )}
    </QueryResult>
  );
}

const POLL_WITHDRAWING_MS = 1000;

function liveRunQuery(id: number) {
  return queryOptions({
    ...runDetailQuery(id),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      return data.withdrawing > 0 ? POLL_WITHDRAWING_MS : pollAlwaysMs(data);
    },
  });
}

/** The run as it goes on, and what can be asked of it. Whenever it changes, its rows are read anew. */
function useLiveRun(id: number) {
  const client = useQueryClient();
  const run = useQuery(liveRunQuery(id));
  const known = useRef(run.data);
  const { mutateAsync } = useMutation({
    meta: { invalidates: [{ queryKey: runKeys.run(id), exact: true }] },
    mutationFn: (verb: RunVerb) => askRun(id, verb),
  });

  useEffect(() => {
    if (known.current === run.data) return;
    known.current = run.data;
    client.invalidateQueries({ queryKey: runKeys.rows(id) });
  }, [client, id, run.data]);

  const { run: ask, busy } = useSingleFlight(mutateAsync);
  return { run, busy, ask };
}

function RunLinks({ run, onReceipt }: { run: RunDetail; onReceipt: () => void }) {
  return (
    <>
      <DownloadLink href={downloadHref(run.id, "report.csv")}>Relatório CSV</DownloadLink>
      {run.counts.failed + run.counts.unsent > 0 && (
        <DownloadLink href={downloadHref(run.id, "corrections.csv")}>Corrigir em planilha</DownloadLink>
      )}
      <Button icon="shield" onClick={onReceipt}>
        Recibo
      </Button>
      <a className="btn btn-secondary" href={run.creatorPath}>
        <Icon name="plus" />
        Criar contas {run.gameTitle}
      </a>
    </>
  );
}

mount("run", RunScreen);
