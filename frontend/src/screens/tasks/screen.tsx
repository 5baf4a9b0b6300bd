import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { assignedTasksQuery, type TaskStatus, taskSummaryQuery } from "@/api/tasks";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { TASK_VIEW_MARK } from "@/lib/constants";
import { integer } from "@/lib/format";
import { usePageState, useUrlState } from "@/lib/use-url-state";
import { TaskCard } from "@/screens/tasks/task-card";
import { Figure, StatCard, StatGrid } from "@/ui/stat-card";
import { EmptyState, QueryResult, Skeleton } from "@/ui/states";
import { Pagination } from "@/ui/table";
import { Tabs } from "@/ui/tabs";

const PAGE_SIZE = 24;
const PANEL_TASKS = "/admin-panel?tab=tarefas";

const FILTERS: { value: TaskStatus | ""; label: string }[] = [
  { value: "", label: "Todas" },
  { value: "pending", label: "Pendentes" },
  { value: "overdue", label: "Atrasadas" },
  { value: "completed", label: "Concluídas" },
];

/** 'Minhas Tarefas': the tasks assigned to whoever looks. */
export function TasksScreen() {
  const { id, role } = currentUser();
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
          content: <TaskGrid userId={id} status={value} offset={offset} onOffset={turnTo} isAdmin={role === "admin"} />,
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
      <StatCard
        label="Atrasadas"
        icon="alert"
        value={figure("overdue")}
        tone={tasks.data?.overdue ? "bad" : "neutral"}
      />
    </StatGrid>
  );
}

type TaskGridProps = {
  userId: number;
  status: string;
  offset: number;
  onOffset: (offset: number) => void;
  isAdmin: boolean;
};

function TaskGrid({ userId, status, offset, onOffset, isAdmin }: TaskGridProps) {
  const tasks = useQuery({
    ...assignedTasksQuery(userId, status, offset, PAGE_SIZE),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryResult query={tasks} failed="Não foi possível carregar as tarefas." fallback={<GridSkeleton />}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <NoTasks filtered={status !== ""} isAdmin={isAdmin} />
        ) : (
          <>
            <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(19rem,1fr))]">
              {rows.map((task) => (
                <li key={task.id} className="grid">
                  <TaskCard task={task} userId={userId} />
                </li>
              ))}
            </ul>
            <Pagination offset={offset} limit={PAGE_SIZE} total={total} onChange={onOffset} />
          </>
        )
      }
    </QueryResult>
  );
}

function NoTasks({ filtered, isAdmin }: { filtered: boolean; isAdmin: boolean }) {
  return (
    <div className="card">
      <EmptyState
        icon="tasks"
        title="Nenhuma tarefa encontrada"
        description={filtered ? "Nenhuma tarefa nesta situação." : "Você não possui tarefas atribuídas no momento."}
        action={isAdmin && <PanelLink />}
      />
    </div>
  );
}

function PanelLink() {
  return (
    <a className="btn btn-secondary" href={PANEL_TASKS}>
      Gerenciar tarefas no painel
    </a>
  );
}

function GridSkeleton() {
  return (
    <div
      role="status"
      aria-label="Carregando tarefas..."
      className="grid gap-4 sm:grid-cols-[repeat(auto-fill,minmax(19rem,1fr))]"
    >
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-84" />
      ))}
    </div>
  );
}

mount("tasks", TasksScreen);
performance.mark(TASK_VIEW_MARK);
