import { clsx } from "clsx";
import { Suspense, useId, useRef, useState } from "react";
import type { Task } from "@/api/tasks";
import { integer, money } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useSingleFlight } from "@/lib/use-single-flight";
import { useTaskWrites } from "@/screens/tasks/use-task-writes";
import { dueLabel, priorityLabel, statusLabel } from "@/shared/tasks/task";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { LiveRegion } from "@/ui/live-region";
import { NumberStepper } from "@/ui/number-stepper";
import { Progress } from "@/ui/progress";

const CompleteDialog = lazy(() => import("@/screens/tasks/complete-dialog"));

/** One task of the grid. */
export function TaskCard({ task, userId }: { task: Task; userId: number }) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const [confirming, setConfirming] = useState<boolean | null>(null);
  const { updating, completing, setQuantity, complete } = useTaskWrites(task, userId);
  const status = statusLabel(task.status);
  const priority = priorityLabel(task.priority);
  const due = dueLabel(task);
  const completed = task.status === "completed";
  const belowTarget = task.currentQuantity < task.targetQuantity;

  // The button that was pressed is off afterwards; the card is where the reading goes on.
  const finish = async () => {
    await complete();
    card.current?.focus();
  };
  const { run: finishNow } = useSingleFlight(finish);

  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-busy={updating || completing}
      className="card flex min-w-0 flex-col gap-4 p-4"
    >
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Badge tone={status.tone}>{status.label}</Badge>
          <Badge tone={priority.tone}>
            <span className="sr-only">Prioridade: </span>
            {priority.label}
          </Badge>
        </div>
        <h2 id={titleId} className="text-lg lines-snug font-semibold wrap-anywhere">
          {task.title}
        </h2>
        {task.description && <p className="whitespace-pre-line text-muted wrap-anywhere">{task.description}</p>}
      </header>

      <div className="mt-auto grid gap-2">
        <div className="flex items-baseline justify-between gap-2">
          <span className="text-sm text-muted">Progresso</span>
          <span className="font-semibold tabular-nums">
            {updating && <Icon name="spinner" className="spinner mr-1.5 text-muted" />}
            {integer(task.currentQuantity)}/{integer(task.targetQuantity)}
          </span>
          <LiveRegion text={`${integer(task.currentQuantity)} de ${integer(task.targetQuantity)}`} />
        </div>
        <Progress
          label={`Progresso de ${task.title}`}
          value={task.currentQuantity}
          max={task.targetQuantity}
          tone={belowTarget ? "accent" : "good"}
        />
        <div className="flex items-center justify-between gap-2">
          <NumberStepper
            label={`quantidade de ${task.title}`}
            value={task.currentQuantity}
            max={task.targetQuantity}
            busy={updating}
            disabled={completed || completing}
            onChange={setQuantity}
          />
          <p className="text-end text-sm text-muted">{missingLabel(task)}</p>
        </div>
      </div>

      <dl className="grid grid-cols-2 gap-x-4 border-line border-t pt-3">
        <Fact name="Pagamento por conta" value={money(task.paymentPerAccount)} />
        <Fact name="Prazo" value={due.day} detail={due.away} alarming={task.status === "overdue"} />
      </dl>

      <Button
        variant="primary"
        icon="circle-check"
        busy={completing}
        disabled={completed}
        aria-label={`Já Realizei: ${task.title}`}
        onClick={() => (belowTarget ? setConfirming(true) : finishNow())}
      >
        Já Realizei
      </Button>
      {confirming !== null && (
        <Suspense>
          <CompleteDialog task={task} open={confirming} onClose={() => setConfirming(false)} onConfirm={finish} />
        </Suspense>
      )}
    </article>
  );
}

type FactProps = { name: string; value: string; detail?: string; alarming?: boolean };

function Fact({ name, value, detail, alarming = false }: FactProps) {
  return (
    <div className={clsx("min-w-0 tabular-nums", alarming && "text-bad")}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium">{value}</dd>
      <dd className="min-h-4.5 text-sm">{detail}</dd>
    </div>
  );
}

function missingLabel({ status, currentQuantity, targetQuantity }: Task): string {
  if (status === "completed") return "";
  const missing = targetQuantity - currentQuantity;
  if (missing === 0) return "Meta atingida";
  return missing === 1 ? "Falta 1 conta" : `Faltam ${integer(missing)} contas`;
}
