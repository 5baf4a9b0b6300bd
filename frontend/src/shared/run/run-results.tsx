import { useQuery } from "@tanstack/react-query";
import { type RowState, type Run, rowsQuery } from "@/api/runs";
import { integer } from "@/lib/format";
import { fieldProblems } from "@/shared/marketplace/field-names";
import { earnedLabel, result } from "@/shared/run/outcome";
import { PROBLEM_STATES, ROW_STATES } from "@/shared/run/run";
import { RunFrame } from "@/shared/run/run-card";
import { RunGroup } from "@/shared/run/run-group";
import { Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import { QueryResult, Skeleton } from "@/ui/states";

const SHOWN_PER_STATE = 50;

type RunResultsProps = {
  run: Run;
  /** Of a game whose accounts are put together in a queue, which has words of its own. */
  queued: boolean;
  busy: boolean;
  onRetry: () => void;
  onClear: () => void;
};

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
    <QueryResult
      query={useQuery(rowsQuery(runId, state, SHOWN_PER_STATE))}
      fallback={<Skeleton className="my-3 h-10" />}
    >
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
