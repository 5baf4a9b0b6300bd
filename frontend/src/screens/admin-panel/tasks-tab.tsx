import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { api, listQuery } from "@/api/client";
import { completeTask, type Task } from "@/api/tasks";
import { integer, money } from "@/lib/format";
import { lazy, useOpenFromUrl, useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { ListCard, useList } from "@/shared/lists/list-card";
import { nameOf, PersonName } from "@/shared/people/person-name";
import { dueLine, fullPayment, PRIORITY_OPTIONS, priorityLabel, statusLabel } from "@/shared/tasks/task";
import { Badge, Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { Progress } from "@/ui/progress";
import { actionsColumn, type Column, column } from "@/ui/table";

const TaskDialog = lazy(() => import("@/screens/admin-panel/task-dialog"));
const ReasonDialog = lazy(() => import("@/ui/reason-dialog"));

const STATUSES = ["pending", "overdue", "completed"].map((value) => ({ value, label: statusLabel(value).label }));
const ORDERS = [
  { value: "-createdAt", label: "Mais recentes" },
  { value: "dueDate", label: "Prazo mais próximo" },
  { value: "priority", label: "Prioridade" },
  { value: "title", label: "Título" },
  { value: "assignee", label: "Funcionário" },
];

export default function TasksTab() {
  const tasks = useList((query) => listQuery("/api/tasks", { query }), {
    filters: [
      { name: "status", label: "Situação", all: "Todas as situações", options: STATUSES },
      { name: "priority", label: "Prioridade", all: "Todas as prioridades", options: PRIORITY_OPTIONS },
    ],
    orders: ORDERS,
  });
  const creating = useOpening<null>(useOpenFromUrl("tarefa"));
  const problem = useOpening<Task>();
  const completing = useOpening<Task>();
  const editing = useOpening<Task>();
  const deleting = useOpening<Task>();
  const { mutateAsync: complete } = useMutation({
    meta: { invalidates: ["tasks", "earnings"] },
    mutationFn: ({ id, assignedTo }: Task) => completeTask(id, assignedTo),
    onSuccess: (_answer, { assigneeUser }) =>
      toast.success(`Ganhos adicionados ao saldo de ${nameOf(assigneeUser)}.`, "Tarefa Concluída!"),
  });
  const { mutateAsync: remove } = useMutation({
    meta: {
      invalidates: ["tasks"],
      done: (_: null, { assigneeUser }: Task) => `Tarefa excluída. Avisamos ${nameOf(assigneeUser)}.`,
    },
    mutationFn: ({ id }: Task) => api.delete("/api/tasks/{task_id}", { path: { task_id: id } }),
  });
  return (
    <>
      <ListCard
        title="Tarefas"
        actions={
          <Button variant="primary" icon="plus" onClick={() => creating.show(null)}>
            Nova Tarefa
          </Button>
        }
        list={tasks}
        rowKey={({ id }) => id}
        columns={columns({
          onComplete: completing.show,
          onEdit: editing.show,
          onProblem: problem.show,
          onDelete: deleting.show,
        })}
        searchLabel="Buscar tarefa ou funcionário"
        empty={{ icon: "tasks", title: "Nenhuma tarefa encontrada", description: "Crie a primeira tarefa da equipe." }}
      />
      {creating.dialog(TaskDialog, () => ({}))}
      {editing.dialog(TaskDialog, (task) => ({ task }))}
      {problem.dialog(ReasonDialog, (task) => ({
        title: "Relatar problema",
        description: `${task.title} · ${nameOf(task.assigneeUser)}`,
        submitLabel: "Relatar problema",
        hint: "O funcionário perde pontos de lealdade e vê este motivo no histórico.",
        send: (reason) => api.post("/api/tasks/{task_id}/problem", { path: { task_id: task.id }, body: { reason } }),
        done: "Problema relatado; os pontos do funcionário foram ajustados.",
        invalidates: ["tasks"] as const,
      }))}
      {deleting.dialog(ConfirmDialog, (task) => ({
        title: "Excluir esta tarefa?",
        description: task.title,
        confirmLabel: "Excluir tarefa",
        destructive: true,
        onConfirm: () => remove(task),
        children: (
          <p>
            {nameOf(task.assigneeUser)} registrou {integer(task.currentQuantity)} de {integer(task.targetQuantity)} contas
            e não recebe por esta tarefa. Os pontos de um prazo perdido não voltam. Isso não pode ser desfeito.
          </p>
        ),
      }))}
      {completing.dialog(ConfirmDialog, (task) => ({
        title: "Concluir esta tarefa?",
        description: task.title,
        confirmLabel: "Concluir tarefa",
        onConfirm: () => complete(task),
        children: (
          <p>
            A quantidade passa para {integer(task.targetQuantity)} e {nameOf(task.assigneeUser)} recebe{" "}
            {money(fullPayment(task))}, mais o bônus do nível, como ganho pendente. Isso não pode ser desfeito.
          </p>
        ),
      }))}
    </>
  );
}

type RowActions = Record<"onComplete" | "onEdit" | "onProblem" | "onDelete", (task: Task) => void>;

function columns({ onComplete, onEdit, onProblem, onDelete }: RowActions): Column<Task>[] {
  return [
    column("Tarefa", ({ title, description, priority }) => (
      <span className="block min-w-20 max-w-96 wrap-anywhere">
        <span className="line-clamp-1 font-medium sm:line-clamp-2" title={title}>
          {title}
        </span>
        <span className="line-clamp-1 text-sm text-muted max-sm:hidden" title={description}>
          <span className="sr-only">Prioridade: </span>
          <Status {...priorityLabel(priority)} />
          {description && ` · ${description}`}
        </span>
      </span>
    )),
    column("Funcionário", { phone: "fill" }, ({ assigneeUser }) => <PersonName {...assigneeUser} />),
    column("Situação e prazo", { phone: "bare" }, (task) => (
      <span className="sm:block">
        <Badge {...statusLabel(task.status)} />{" "}
        <span
          className={clsx(
            "text-sm tabular-nums max-sm:hidden sm:block",
            task.status === "overdue" ? "text-bad" : "text-muted",
          )}
        >
          {dueLine(task)}
        </span>
      </span>
    )),
    column("Progresso", { phone: "bare" }, (task) => (
      <span className="block tabular-nums sm:min-w-16">
        {integer(task.currentQuantity)}/{integer(task.targetQuantity)}
        <Progress
          className="mt-1 max-sm:hidden"
          label={`Progresso de ${task.title}`}
          value={task.currentQuantity}
          max={task.targetQuantity}
          tone={task.status === "completed" ? "good" : "accent"}
        />
      </span>
    )),
    column("Pagamento", { align: "end", phone: "side" }, (task) => (
      <span className="block">
        <span className="whitespace-nowrap">{money(fullPayment(task))}</span>
        <span className="block text-sm text-muted max-sm:hidden">{money(task.paymentPerAccount)} por conta</span>
      </span>
    )),
    actionsColumn((task) => {
      const act = (label: string, ariaLabel: string, run: (task: Task) => void, disabled = false) => (
        <Button
          size="sm"
          variant="ghost"
          className="justify-start sm:px-1"
          aria-label={`${ariaLabel} ${task.title}`}
          disabled={disabled}
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
            run(task);
          }}
        >
          {label}
        </Button>
      );
      return (
        <>
          <Button size="sm" className="sm:hidden" aria-label={`Ações de ${task.title}`} popoverTarget={`task-${task.id}`}>
            Ações
          </Button>
          <span id={`task-${task.id}`} popover="auto" className="row-menu">
            {task.status !== "completed" && (
              <>
                {act("Concluir", "Concluir", onComplete)}
                {act("Editar", "Editar", onEdit)}
              </>
            )}
            {act("Problema", "Relatar problema em", onProblem, task.problemReportedAt !== null)}
            {task.status !== "completed" && act("Excluir", "Excluir", onDelete)}
          </span>
        </>
      );
    }),
  ];
}
