import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { earningKeys } from "@/api/earnings";
import { completeTask, type Task, taskKeys, tasksQuery } from "@/api/tasks";
import { integer, money } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { useOpenFromUrl, useOpening } from "@/lib/use-opening";
import { Filter, ListCard, useListState, useServerList } from "@/shared/lists/list-card";
import { nameOf, PersonName } from "@/shared/people/person-name";
import { dueLabel, fullPayment, PRIORITY_OPTIONS, priorityLabel, statusLabel } from "@/shared/tasks/task";
import { Badge, Status } from "@/ui/badge";
import { Button, IconButton } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { Progress } from "@/ui/progress";
import { actionsColumn, type Column } from "@/ui/table";

const NewTaskDialog = lazy(() => import("@/screens/admin-panel/new-task-dialog"));
const ProblemDialog = lazy(() => import("@/screens/admin-panel/problem-dialog"));

const STATUSES = ["pending", "overdue", "completed"].map((value) => ({ value, label: statusLabel(value).label }));
const ORDERS = [
  { value: "-createdAt", label: "Mais recentes" },
  { value: "dueDate", label: "Prazo mais próximo" },
  { value: "priority", label: "Prioridade" },
  { value: "title", label: "Título" },
  { value: "assignee", label: "Funcionário" },
];

export default function TasksTab() {
  const state = useListState({ order: "-createdAt", filters: ["status", "priority"] });
  const tasks = useServerList(tasksQuery, state);
  const creating = useOpening<null>(useOpenFromUrl("tarefa"));
  const problem = useOpening<Task>();
  const completing = useOpening<Task>();
  const newTask = (
    <Button variant="primary" icon="plus" onClick={() => creating.show(null)}>
      Nova Tarefa
    </Button>
  );
  return (
    <>
      <ListCard
        title="Tarefas"
        actions={newTask}
        state={state}
        query={tasks}
        rowKey={({ id }) => id}
        columns={columns({ onProblem: problem.show, onComplete: completing.show })}
        searchLabel="Buscar tarefa ou funcionário"
        filters={
          <>
            <Filter name="status" label="Situação" all="Todas as situações" options={STATUSES} state={state} />
            <Filter
              name="priority"
              label="Prioridade"
              all="Todas as prioridades"
              options={PRIORITY_OPTIONS}
              state={state}
            />
          </>
        }
        orders={ORDERS}
        empty={{ icon: "tasks", title: "Nenhuma tarefa encontrada", description: "Crie a primeira tarefa da equipe." }}
      />
      {creating.dialog(NewTaskDialog, () => ({}))}
      {problem.dialog(ProblemDialog, (task) => ({ task }))}

      {completing.dialog(CompleteDialog, (task) => ({ task }))}
    </>
  );
}

function CompleteDialog({ task, ...dialog }: { task: Task; open: boolean; onClose: () => void }) {
  const { mutateAsync: complete } = useMutation({
    meta: { invalidates: [{ queryKey: taskKeys.all }, { queryKey: earningKeys.all }] },
    mutationFn: () => completeTask(task.id, task.assignedTo),
    onSuccess: () => toast.success(`Ganhos adicionados ao saldo de ${nameOf(task.assigneeUser)}.`, "Tarefa Concluída!"),
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Concluir esta tarefa?"
      description={task.title}
      confirmLabel="Concluir tarefa"
      onConfirm={complete}
    >
      <p>
        A quantidade passa para {integer(task.targetQuantity)} e {nameOf(task.assigneeUser)} recebe{" "}
        {money(fullPayment(task))}, mais o bônus do nível, como ganho pendente. Isso não pode ser desfeito.
      </p>
    </ConfirmDialog>
  );
}

type RowActions = { onProblem: (task: Task) => void; onComplete: (task: Task) => void };

function columns({ onProblem, onComplete }: RowActions): Column<Task>[] {
  return [
    {
      key: "title",
      header: "Tarefa",
      cell: ({ title, description }) => (
        <span className="block min-w-36 max-w-96 wrap-anywhere">
          <span className="line-clamp-2 font-medium" title={title}>
            {title}
          </span>
          <span className="line-clamp-1 text-sm text-muted" title={description}>
            {description}
          </span>
        </span>
      ),
    },
    { key: "person", header: "Funcionário", cell: ({ assigneeUser }) => <PersonName {...assigneeUser} /> },
    { key: "status", header: "Situação", cell: (task) => <StatusAndPriority task={task} /> },
    { key: "due", header: "Prazo", cell: (task) => <Due task={task} /> },
    { key: "progress", header: "Progresso", cell: (task) => <TaskProgress task={task} /> },
    actionsColumn((task) => (
      <span className="inline-flex gap-1">
        <IconButton
          icon="circle-check"
          size="sm"
          label={`Concluir ${task.title}`}
          disabled={task.status === "completed"}
          onClick={() => onComplete(task)}
        />
        <IconButton
          icon="alert"
          size="sm"
          label={`Relatar problema em ${task.title}`}
          disabled={task.problemReportedAt !== null}
          onClick={() => onProblem(task)}
        />
      </span>
    )),
  ];
}

function StatusAndPriority({ task }: { task: Task }) {
  return (
    <span className="block">
      <Badge {...statusLabel(task.status)} />
      <span className="block text-sm text-muted">
        <span className="sr-only">Prioridade: </span>
        <Status {...priorityLabel(task.priority)} />
      </span>
    </span>
  );
}

function TaskProgress({ task }: { task: Task }) {
  return (
    <span className="block min-w-28 tabular-nums">
      {integer(task.currentQuantity)}/{integer(task.targetQuantity)}
      <Progress
        className="mt-1"
        label={`Progresso de ${task.title}`}
        value={task.currentQuantity}
        max={task.targetQuantity}
        tone={task.status === "completed" ? "good" : "accent"}
      />
      <span className="block whitespace-nowrap text-sm text-muted">{money(task.paymentPerAccount)} por conta</span>
    </span>
  );
}

function Due({ task }: { task: Task }) {
  const { day, away } = dueLabel(task);
  return (
    <span className={clsx("block tabular-nums", task.status === "overdue" && "text-bad")}>
      {day}
      <span className="block text-sm">{away}</span>
    </span>
  );
}
