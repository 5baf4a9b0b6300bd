import type { ReactNode } from "react";
import type { Run, RunVerb } from "@/api/runs";
import { messageOf } from "@/lib/errors";
import { integer } from "@/lib/format";
import { earnedLabel } from "@/shared/run/outcome";
import { PauseNote } from "@/shared/run/pause-note";
import { countLabel, percent, RUN_STATES, remainingLabel, runLabel, spokenProgress } from "@/shared/run/run";
import { RunControls } from "@/shared/run/run-controls";
import { RunGroup } from "@/shared/run/run-group";
import { Alert } from "@/ui/alert";
import { useAnnounce } from "@/ui/announcement";
import { Badge } from "@/ui/badge";
import { Card } from "@/ui/card";
import { Progress } from "@/ui/progress";

type RunCardProps = {
  run: Run;
  busy: boolean;
  /** Why what is shown may be old. */
  error?: Error | null;
  onAsk: (verb: RunVerb) => void;
};

/** A run under way. */
export function RunCard({ run, busy, error, onAsk }: RunCardProps) {
  useAnnounce(spokenProgress(run));
  return (
    <RunFrame run={run} title="Criando contas">
      <div className="flex items-baseline justify-between gap-4 tabular-nums">
        <p>
          <strong className="text-xl font-semibold">{percent(run)}%</strong>
          <span className="ml-2 text-muted">
            {integer(run.settled)} de {integer(run.total)}
          </span>
        </p>
        <p className="text-sm text-muted">{remainingLabel(run)}</p>
      </div>
      <Progress className="mt-2" label="Progresso da criação" value={percent(run)} />
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

/** A card about one run, which leads to its page. */
export function RunFrame({ run, title, actions, children }: RunFrameProps) {
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
    <Alert tone="warn">
      {messageOf(error)} A execução continua no servidor; esta página volta a acompanhar sozinha.
    </Alert>
  );
}
