import { useState } from "react";
import { isOpen, percent, type Run, type RunState, type RunVerb } from "@/features/bulk/run";
import { dateTime, integer } from "@/lib/format";
import { Badge, type Tone } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { Progress } from "@/ui/progress";

const STATES: Record<RunState, [Tone, string]> = {
  queued: ["neutral", "Na fila"],
  running: ["accent", "Criando"],
  paused: ["warn", "Pausada"],
  cancelled: ["neutral", "Cancelada"],
  finished: ["good", "Concluída"],
  finished_with_errors: ["bad", "Concluída com erros"],
};

type RunCardProps = { run: Run; busy: boolean; onAsk: (verb: RunVerb) => void };

/** Progress of the run under way, with its brakes. */
export function RunCard({ run, busy, onAsk }: RunCardProps) {
  const [cancelling, setCancelling] = useState(false);
  const [tone, label] = STATES[run.state];
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {isOpen(run) ? "Criando contas" : "Criação de contas"} <Badge tone={tone}>{label}</Badge>
        </span>
      }
      description={`Execução ${run.id} · ${run.by.fullName} · ${dateTime(run.createdAt)}`}
      actions={
        <a className="btn btn-ghost btn-sm" href={`/runs/${run.id}`}>
          Detalhes
        </a>
      }
    >
      <div className="flex items-baseline justify-between gap-4 tabular-nums">
        <p>
          <strong className="text-xl font-semibold">{percent(run)}%</strong>
          <span className="ml-2 text-muted">
            {integer(run.settled)} de {integer(run.total)}
          </span>
        </p>
        <p className="text-sm text-muted">{remaining(run)}</p>
      </div>
      <Progress
        className="mt-2"
        label="Progresso da criação"
        value={percent(run)}
        tone={run.state === "finished" ? "good" : "accent"}
      />
      <Counts run={run} />
      {run.pauseReason && <p className="mt-3 text-sm text-warn">{run.pauseReason}</p>}
      {isOpen(run) && (
        <div className="mt-4 flex flex-wrap gap-2">
          {run.state === "paused" ? (
            <Button icon="play" busy={busy} onClick={() => onAsk("resume")}>
              Retomar
            </Button>
          ) : (
            <Button icon="pause" busy={busy} onClick={() => onAsk("pause")}>
              Pausar
            </Button>
          )}
          <Button variant="ghost" icon="stop" disabled={busy} onClick={() => setCancelling(true)}>
            Cancelar
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={cancelling}
        onClose={() => setCancelling(false)}
        onConfirm={() => onAsk("cancel")}
        destructive
        title="Cancelar a criação?"
        description="As contas já criadas ficam no marketplace; as que faltam não serão enviadas."
        confirmLabel="Cancelar criação"
        cancelLabel="Continuar criando"
      />
    </Card>
  );
}

function Counts({ run: { counts } }: { run: Run }) {
  const shown: [string, number][] = [
    ["criadas", counts.created],
    ["falhas", counts.failed],
    ["duplicadas", counts.duplicate],
    ["em verificação", counts.verifying],
    ["incertas", counts.uncertain],
    ["não enviadas", counts.unsent],
  ];
  const present = shown.filter(([name, count]) => count > 0 || name === "criadas");
  return (
    <p className="mt-2 text-sm text-muted tabular-nums">
      {present.map(([name, count]) => `${integer(count)} ${name}`).join(" · ")}
    </p>
  );
}

/** 'cerca de 12 min' while there is something to wait for. */
function remaining({ state, etaSeconds }: Run): string {
  if (state !== "running" || etaSeconds === null) return "";
  if (etaSeconds < 60) return "menos de 1 min";
  const minutes = Math.ceil(etaSeconds / 60);
  return minutes < 60 ? `cerca de ${minutes} min` : `cerca de ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
