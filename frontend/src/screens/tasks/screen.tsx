import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useId, useRef, useState } from "react";
import { api, newIdempotencyKey, type Page } from "@/api/client";
import { assignedTasksQuery, completeTask, type Task, type TaskStatus, taskKeys, taskSummaryQuery } from "@/api/tasks";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { TASK_VIEW_MARK } from "@/lib/constants";
import { ApiError } from "@/lib/errors";
import { integer, money, plural } from "@/lib/format";
import { useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { useSingleFlight } from "@/lib/use-single-flight";
import { usePageState, useUrlState } from "@/lib/use-url-state";
import { dueLabel, fullPayment, priorityLabel, statusLabel } from "@/shared/tasks/task";
import { useAnnounce } from "@/ui/announcement";
import { Badge } from "@/ui/badge";
import { Button, Icon } from "@/ui/button";
import { EmptyState, QueryResult, Skeleton } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { NumberStepper } from "@/ui/number-stepper";
import { Progress } from "@/ui/progress";
import { Figure, StatCard, StatGrid } from "@/ui/stat-card";
import { Pagination } from "@/ui/table";
import { Tabs } from "@/ui/tabs";

function TaskCard({ task, userId }: { task: Task; userId: number }) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const confirming = useOpening<null>();
  const { updating, completing, setQuantity, complete } = useTaskWrites(task, userId);
  const priority = priorityLabel(task.priority);
  const due = dueLabel(task);
  const completed = task.status === "completed";
  const belowTarget = task.currentQuantity < task.targetQuantity;

  useAnnounce(`${integer(task.currentQuantity)} de ${integer(task.targetQuantity)}`);
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
          <Badge {...statusLabel(task.status)} />
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
        <Fact
          name="Pagamento por conta"
          value={money(task.paymentPerAccount)}
          detail={`${money(fullPayment(task))} no total`}
        />
        <Fact name="Prazo" value={due.day} detail={due.away} alarming={task.status === "overdue"} />
      </dl>

      <div className="grid gap-2">
        {task.creator && !completed && (
          <a className={clsx("btn", belowTarget ? "btn-primary" : "btn-secondary")} href={task.creator.href}>
            Criar contas {task.creator.title}
          </a>
        )}
        {completed && task.earned && (
          <p className="text-center font-medium text-good tabular-nums">Concluída · {money(task.earned)}</p>
        )}
        <Button
          variant={belowTarget || completed ? "secondary" : "primary"}
          icon="circle-check"
          busy={completing}
          disabled={completed}
          aria-label={`Já Realizei: ${task.title}`}
          onClick={() => (belowTarget ? confirming.show(null) : finishNow())}
        >
          Já Realizei
        </Button>
      </div>
      {confirming.dialog(ConfirmDialog, () => ({
        title: "Concluir abaixo da meta?",
        description: `Você registrou ${integer(task.currentQuantity)} de ${plural(task.targetQuantity, "conta", "contas")} em ${task.title}.`,
        confirmLabel: "Concluir tarefa",
        onConfirm: finish,
        children: (
          <p>
            Ao confirmar, a quantidade passa para {integer(task.targetQuantity)}, a tarefa é concluída e{" "}
            {money(fullPayment(task))}, mais o seu bônus, entram como ganho pendente. Isso não pode ser desfeito.
          </p>
        ),
      }))}
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

/** The two writes of a task card, one at a time per task: a scope of the query client queues them.
 * `userId` is whose list shows the task. A refused `complete` has told people why when it throws. */
function useTaskWrites(task: Task, userId: number) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const scope = { id: `task-${task.id}` };
  const confirmed = useRef(task);
  const put = (next: Task) => putTask(client, userId, next);
  const isAlone = () => client.isMutating({ mutationKey: [scope.id] }) === 1;
  /** It is another one by now, or gone. */
  const readAgain = (error: unknown) =>
    error instanceof ApiError &&
    [404, 409].includes(error.status) &&
    client.invalidateQueries({ queryKey: taskKeys.assignedTo(userId) });

  const quantity = useMutation({
    scope,
    mutationKey: [scope.id],
    // 'task quantity update failure is only logged, busy marker cleared, no message'
    meta: { silent: true },
    mutationFn: (currentQuantity: number) =>
      api.patch("/api/tasks/{task_id}", { path: { task_id: task.id }, body: { currentQuantity } }),
    onMutate: (currentQuantity) => {
      if (isAlone()) confirmed.current = task;
      put({ ...task, currentQuantity });
    },
    onSuccess: (saved) => {
      confirmed.current = saved;
    },
    onError: (error) => {
      console.error("task quantity not saved", error);
      readAgain(error);
    },
    // The answer to an earlier change says less than what was typed since.
    onSettled: () => isAlone() && put(confirmed.current),
  });

  const completion = useMutation({
    scope,
    meta: { silent: true },
    mutationFn: () => completeTask(task.id, userId, idempotencyKey),
    onSuccess: (answer) => {
      put(answer.task);
      // Lists that are not in sight have it in the wrong one: they are read anew.
      client.removeQueries({ queryKey: taskKeys.assignedTo(userId), type: "inactive" });
      toast.success("Ganhos adicionados ao seu saldo.", "Tarefa Concluída!");
    },
    onError: (error) => {
      const conflict = error instanceof ApiError && error.status === 409;
      toast.error(conflict ? error.message : "Não foi possível concluir a tarefa. Tente novamente.");
      readAgain(error);
    },
    onSettled: () => client.invalidateQueries(taskSummaryQuery(userId)),
  });

  return {
    updating: quantity.isPending,
    completing: completion.isPending,
    setQuantity: quantity.mutate,
    complete: completion.mutateAsync,
  };
}

/** Replace a task in every page of the person's list that holds it. */
function putTask(client: QueryClient, userId: number, next: Task): void {
  client.setQueriesData<Page<Task>>(
    { queryKey: taskKeys.assignedTo(userId) },
    (page) => page && { ...page, rows: page.rows.map((row) => (row.id === next.id ? next : row)) },
  );
}

const PAGE_SIZE = 24;
const GRID = "grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(19rem,1fr))]";

const FILTERS: { value: TaskStatus | ""; label: string }[] = [
  { value: "", label: "Todas" },
  { value: "pending", label: "Pendentes" },
  { value: "overdue", label: "Atrasadas" },
  { value: "completed", label: "Concluídas" },
];

export function TasksScreen() {
  const { id } = currentUser();
  const [status, setStatus] = useUrlState("status", "");
  const [offset, turnTo] = usePageState(PAGE_SIZE);
  const choose = (next: string) => {
    turnTo(0);
    setStatus(next);
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <Summary userId={id} />
      <Tabs
        label="Situação"
        value={status}
        onChange={choose}
        tabs={FILTERS.map(({ value, label }) => ({
          value,
          label,
          content: <TaskGrid status={value} offset={offset} onOffset={turnTo} />,
        }))}
      />
    </div>
  );
}

function Summary({ userId }: { userId: number }) {
  const tasks = useQuery(taskSummaryQuery(userId));
  const figure = (name: "total" | TaskStatus) => <Figure query={tasks} of={(counts) => integer(counts[name])} />;
  return (
    <StatGrid>
      <StatCard label="Total" icon="tasks" value={figure("total")} />
      <StatCard label="Pendentes" icon="clock" value={figure("pending")} />
      <StatCard label="Concluídas" icon="circle-check" value={figure("completed")} />
      <StatCard label="Atrasadas" icon="alert" value={figure("overdue")} tone={tasks.data?.overdue ? "bad" : "neutral"} />
    </StatGrid>
  );
}

type TaskGridProps = { status: string; offset: number; onOffset: (offset: number) => void };

function TaskGrid({ status, offset, onOffset }: TaskGridProps) {
  const { id: userId, role } = currentUser();
  const tasks = useQuery({ ...assignedTasksQuery(userId, status, offset, PAGE_SIZE), placeholderData: keepPreviousData });
  return (
    <QueryResult
      query={tasks}
      failed="Não foi possível carregar as tarefas."
      fallback={
        <div className={GRID}>
          <p className="sr-only">Carregando tarefas...</p>
          <Skeleton className="h-84" />
        </div>
      }
    >
      {({ rows, total }) => (
        <>
          {rows.length === 0 ? (
            <div className="card">
              <EmptyState
                icon="tasks"
                title="Nenhuma tarefa encontrada"
                description={status ? "Nenhuma tarefa nesta situação." : "Você não possui tarefas atribuídas no momento."}
                action={
                  role === "admin" && (
                    <a className="btn btn-secondary" href="/admin-panel?tab=tarefas">
                      Gerenciar tarefas no painel
                    </a>
                  )
                }
              />
            </div>
          ) : (
            <ul className={GRID}>
              {rows.map((task) => (
                <li key={task.id} className="grid">
                  <TaskCard task={task} userId={userId} />
                </li>
              ))}
            </ul>
          )}
          <Pagination offset={offset} limit={PAGE_SIZE} total={total} onChange={onOffset} />
        </>
      )}
    </QueryResult>
  );
}

mount("tasks", TasksScreen);
performance.mark(TASK_VIEW_MARK);
