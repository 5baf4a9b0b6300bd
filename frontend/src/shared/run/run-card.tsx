import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type RowState, type Run, type RunVerb, rowsQuery } from "@/api/runs";
import { messageOf } from "@/lib/errors";
import { dateTime, integer } from "@/lib/format";
import { fieldProblems } from "@/shared/marketplace/field-names";
import { earnedLabel, result } from "@/shared/run/outcome";
import { countLabel, donePercent, ROW_STATES, RUN_STATES, remainingLabel, spokenProgress } from "@/shared/run/run";
import { PauseNote, RunControls } from "@/shared/run/run-controls";
import { RunGroup } from "@/shared/run/run-group";
import { Alert, useAnnounce } from "@/ui/announcement";
import { Badge, Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, QueryResult, Skeleton } from "@/ui/card";
import { Progress } from "@/ui/progress";

type RunCardProps = {
  run: Run;
  busy: boolean;
  /** Why what is shown may be old. */
  error?: Error | null;
  onAsk: (verb: RunVerb) => void;
};

export function RunCard({ run, busy, error, onAsk }: RunCardProps) {
  useAnnounce(spokenProgress(run));
  return (
    <RunFrame run={run} title="Criando contas">
      <div className="flex items-baseline justify-between gap-4 tabular-nums">
        <p>
          <strong className="text-xl font-semibold">{donePercent(run)}%</strong>
          <span className="ml-2 text-muted">
            {integer(run.settled)} de {integer(run.total)}
          </span>
        </p>
        <p className="text-sm text-muted">{remainingLabel(run)}</p>
      </div>
      <Progress className="mt-2" label="Progresso da criação" value={donePercent(run)} />
      <p className="mt-2 text-sm text-muted tabular-nums">
        {[countLabel(run.counts), earnedLabel(run)].filter(Boolean).join(" · ")}
      </p>
      <RunGroup run={run} />
      {error && (
        <div className="mt-3">
          <RunOutOfSight error={error} />
        </div>
      )}
      {run.pauseReason && (
        <div className="mt-3">
          <PauseNote run={run} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <RunControls run={run} busy={busy} onAsk={onAsk} />
      </div>
    </RunFrame>
  );
}

type RunFrameProps = { run: Run; title: string; actions?: ReactNode; children: ReactNode };

/** 'Execução 12 · Ana Souza · 24/11/2026 09:11' */
const runLabel = ({ id, by, createdAt }: Run): string => `Execução ${id} · ${by.fullName} · ${dateTime(createdAt)}`;

/** A card about one run, which leads to its page. */
function RunFrame({ run, title, actions, children }: RunFrameProps) {
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {title} <Badge {...RUN_STATES[run.state]} />
          {run.training && <Badge tone="warn">Ensaio</Badge>}
        </span>
      }
      description={runLabel(run)}
      actions={
        <span className="flex flex-wrap items-center justify-end gap-1">
          <a className="btn btn-ghost btn-sm" href={`/runs/${run.id}`}>
            Detalhes
          </a>
          {actions}
        </span>
      }
    >
      {children}
    </Card>
  );
}

/** A run that goes on while this page cannot look at it. */
export function RunOutOfSight({ error }: { error: Error }) {
  return (
    <Alert tone="warn">{messageOf(error)} A execução continua no servidor; esta página volta a acompanhar sozinha.</Alert>
  );
}

const SHOWN_PER_STATE = 50;

type RunResultsProps = {
  run: Run;
  /** Of a game whose accounts are put together in a queue, which has words of its own. */
  queued: boolean;
  busy: boolean;
  onRetry: () => void;
  onClear: () => void;
};

/** Rows that did not become an account, in the order people care about. */
const PROBLEM_STATES: readonly RowState[] = ["failed", "uncertain", "duplicate", "unsent"];

/** What a run came to: the documented summary, and why each account that was not created was not. */
export function RunResults({ run, queued, busy, onRetry, onClear }: RunResultsProps) {
  const states = PROBLEM_STATES.filter((state) => run.counts[state] > 0);
  const problems = states.reduce((sum, state) => sum + run.counts[state], 0);
  const leftOut = states.some((state) => run.counts[state] > SHOWN_PER_STATE);

  return (
    <RunFrame
      run={run}
      title="Resultados"
      actions={
        <Button size="sm" variant="ghost" onClick={onClear}>
          Limpar Resultados
        </Button>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <p>{result(run, queued)}</p>
          <p className="font-semibold">{earnedLabel(run)}</p>
          <RunGroup run={run} />
        </div>
        {run.counts.failed > 0 && (
          <Button size="sm" icon="refresh" busy={busy} onClick={onRetry}>
            Repetir falhas
          </Button>
        )}
      </div>
      <div className="mt-2 divide-y divide-line">
        {states.map((state) =>
          (run.group.length > 0 ? run.group : [{ id: run.id, market: "" }]).map(({ id, market }) => (
            <StateResults key={`${state} ${id}`} runId={id} market={market} state={state} />
          )),
        )}
      </div>
      {leftOut && (
        <a className="mt-3 inline-block font-medium text-accent hover:underline" href={`/runs/${run.id}`}>
          Ver todas as {integer(problems)} contas com problema
        </a>
      )}
    </RunFrame>
  );
}

function StateResults({ runId, market, state }: { runId: number; market: string; state: RowState }) {
  return (
    <QueryResult query={useQuery(rowsQuery(runId, state, SHOWN_PER_STATE))} fallback={<Skeleton className="my-3 h-10" />}>
      {({ rows }) => (
        <ul className="divide-y divide-line" aria-label={ROW_STATES[state].many}>
          {rows.map((row) => (
            <li key={row.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-2">
              <p className="min-w-0 break-words font-medium">
                <span className="mr-2 text-muted tabular-nums">
                  {[market, `Linha ${row.line}`].filter(Boolean).join(" · ")}
                </span>
                {row.title}
              </p>
              <Status {...ROW_STATES[row.state]} />
              <div className="col-span-2 text-sm text-muted">
                {[row.error, ...fieldProblems(row.errors)].filter(Boolean).map((problem) => (
                  <p key={problem} className="break-words">
                    {problem}
                  </p>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
    </QueryResult>
  );
}
