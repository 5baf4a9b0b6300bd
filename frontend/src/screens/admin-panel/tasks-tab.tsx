import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { earningKeys } from "@/api/earnings";
import { completeTask, deleteTask, type Task, taskKeys, tasksQuery } from "@/api/tasks";
import { integer, money } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { useOpenFromUrl, useOpening } from "@/lib/use-opening";
import { Filter, ListCard, useListState, useServerList } from "@/shared/lists/list-card";
import { nameOf, PersonName } from "@/shared/people/person-name";
import { dueLine, fullPayment, PRIORITY_OPTIONS, priorityLabel, statusLabel } from "@/shared/tasks/task";
import { Badge, Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { Progress } from "@/ui/progress";
import { actionsColumn, type Column } from "@/ui/table";

const TaskDialog = lazy(() => import("@/screens/admin-panel/task-dialog"));
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
  const editing = useOpening<Task>();
  const deleting = useOpening<Task>();
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
        columns={columns({
          onComplete: completing.show,
          onEdit: editing.show,
          onProblem: problem.show,
          onDelete: deleting.show,
        })}
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
      {creating.dialog(TaskDialog, () => ({}))}
      {editing.dialog(TaskDialog, (task) => ({ task }))}
      {deleting.dialog(DeleteDialog, (task) => ({ task }))}
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

function DeleteDialog({ task, ...dialog }: { task: Task; open: boolean; onClose: () => void }) {
  const { mutateAsync: remove } = useMutation({
    meta: { invalidates: [{ queryKey: taskKeys.all }] },
    mutationFn: () => deleteTask(task.id),
    onSuccess: () => toast.success(`Tarefa excluída. Avisamos ${nameOf(task.assigneeUser)}.`),
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Excluir esta tarefa?"
      description={task.title}
      confirmLabel="Excluir tarefa"
      destructive
      onConfirm={remove}
    >
      <p>
        {nameOf(task.assigneeUser)} registrou {integer(task.currentQuantity)} de {integer(task.targetQuantity)} contas e
        não recebe por esta tarefa. Os pontos de um prazo perdido não voltam. Isso não pode ser desfeito.
      </p>
    </ConfirmDialog>
  );
}

type RowActions = Record<"onComplete" | "onEdit" | "onProblem" | "onDelete", (task: Task) => void>;

function columns({ onComplete, onEdit, onProblem, onDelete }: RowActions): Column<Task>[] {
  return [
    {
      key: "title",
      header: "Tarefa",
      cell: ({ title, description, priority }) => (
        <span className="block min-w-32 max-w-96 wrap-anywhere">
          <span className="line-clamp-2 font-medium" title={title}>
            {title}
          </span>
          <span className="line-clamp-1 text-sm text-muted" title={description}>
            <span className="sr-only">Prioridade: </span>
            <Status {...priorityLabel(priority)} />
            {description && ` · ${description}`}
          </span>
        </span>
      ),
    },
    {
      key: "person",
      header: "Funcionário",
      phone: "bare",
      cell: ({ assigneeUser }) => <PersonName {...assigneeUser} />,
    },
    { key: "status", header: "Situação e prazo", phone: "bare", cell: (task) => <StatusAndDue task={task} /> },
    { key: "progress", header: "Progresso", phone: "bare", cell: (task) => <TaskProgress task={task} /> },
    { key: "pay", header: "Pagamento", align: "end", phone: "side", cell: (task) => <Pay task={task} /> },
    actionsColumn((task) => {
      const act = (words: string, spoken: string, run: (task: Task) => void, disabled = false) => (
        <Button
          size="sm"
          variant="ghost"
          className="justify-start px-1"
          aria-label={`${spoken} ${task.title}`}
          disabled={disabled}
          onClick={() => run(task)}
        >
          {words}
        </Button>
      );
      return (
        <span className="inline-flex gap-x-1 sm:inline-grid sm:grid-cols-[max-content_max-content]">
          {task.status !== "completed" && (
            <>
              {act("Concluir", "Concluir", onComplete)}
              {act("Editar", "Editar", onEdit)}
            </>
          )}
          {act("Problema", "Relatar problema em", onProblem, task.problemReportedAt !== null)}
          {task.status !== "completed" && act("Excluir", "Excluir", onDelete)}
        </span>
      );
    }),
  ];
}

function Pay({ task }: { task: Task }) {
  return (
    <span className="block">
      <span className="whitespace-nowrap">{money(fullPayment(task))}</span>
      <span className="block text-sm text-muted">{money(task.paymentPerAccount)} por conta</span>
    </span>
  );
}

function StatusAndDue({ task }: { task: Task }) {
  return (
    <span className="sm:block">
      <Badge {...statusLabel(task.status)} />{" "}
      <span className={clsx("text-sm tabular-nums sm:block", task.status === "overdue" ? "text-bad" : "text-muted")}>
        {dueLine(task)}
      </span>
    </span>
  );
}

function TaskProgress({ task }: { task: Task }) {
  return (
    <span className="block min-w-16 tabular-nums">
      {integer(task.currentQuantity)}/{integer(task.targetQuantity)}
      <Progress
        className="mt-1 max-sm:hidden"
        label={`Progresso de ${task.title}`}
        value={task.currentQuantity}
        max={task.targetQuantity}
        tone={task.status === "completed" ? "good" : "accent"}
      />
    </span>
  );
}
