import type { ReactNode } from "react";
import { percent, type RunVerb } from "@/features/bulk/run";
import { RunBrakes } from "@/features/bulk/run-brakes";
import { RUN_STATES, remainingWords, spokenProgress } from "@/features/bulk/run-words";
import { RunBar } from "@/features/runs/run-bar";
import { keyWords, marketWords, type RunDetail } from "@/features/runs/run-detail";
import { RunNotes } from "@/features/runs/run-notes";
import { dateTime, integer } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Masked } from "@/ui/masked";
import { Spoken } from "@/ui/spoken";

type OverviewProps = {
  run: RunDetail;
  busy: boolean;
  onAsk: (verb: RunVerb) => Promise<unknown>;
  onWithdraw: () => void;
};

/** How far the run is, what can be asked of it, and whose it is. */
export function Overview({ run, busy, onAsk, onWithdraw }: OverviewProps) {
  const { tone, label } = RUN_STATES[run.state];
  return (
    <section className="card grid gap-x-8 gap-y-5 p-4 lg:grid-cols-[minmax(0,1fr)_20rem]" aria-label="Andamento">
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 tabular-nums">
          <strong className="text-2xl font-semibold tracking-tight">{percent(run)}%</strong>
          <Badge tone={tone}>{label}</Badge>
          {run.training && <Badge tone="warn">Ensaio</Badge>}
          <span className="text-muted">
            {integer(run.settled)} de {integer(run.total)} contas resolvidas
          </span>
          <span className="text-sm text-muted sm:ml-auto">{remainingWords(run)}</span>
        </div>
        <RunBar run={run} />
        <Spoken text={spokenProgress(run)} />
        <RunNotes run={run} />
        <div className="mt-auto flex flex-wrap gap-2 empty:hidden">
          <RunBrakes run={run} busy={busy} onAsk={onAsk} />
          {run.retryable > 0 && run.state !== "cancelled" && (
            <Button icon="refresh" busy={busy} onClick={() => onAsk("retry")}>
              Repetir falhas ({integer(run.retryable)})
            </Button>
          )}
          {run.listed > run.withdrawing && (
            <Button variant="ghost" icon="undo" onClick={onWithdraw}>
              Retirar anúncios
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
    <dl className="grid content-start gap-1.5 text-sm max-lg:border-line max-lg:border-t max-lg:pt-4">
      <Fact name="Jogo">{run.gameTitle}</Fact>
      <Fact name="Título">{run.title}</Fact>
      <Fact name="Pessoa">{run.by.fullName}</Fact>
      <Fact name="Criada em">{dateTime(run.createdAt)}</Fact>
      {run.startedAt && <Fact name="Primeiro envio">{dateTime(run.startedAt)}</Fact>}
      {run.finishedAt && <Fact name="Terminada em">{dateTime(run.finishedAt)}</Fact>}
      <Fact name="Chave de API">
        {keyWords(run)}{" "}
        <code className="font-mono">
          <Masked text={run.keyHint} />
        </code>
      </Fact>
      <Fact name="Marketplace">{marketWords(run)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className="min-w-0 truncate text-end tabular-nums">{children}</dd>
    </div>
  );
}
