import { useQuery } from "@tanstack/react-query";
import { listQuery } from "@/api/client";
import { scheduleQuery, totalsQuery } from "@/api/earnings";
import { onlineQuery } from "@/api/people";
import { pendingTasksQuery } from "@/api/tasks";
import { mount } from "@/app/mount";
import { POLL_EARNINGS_MS, POLL_PAYMENT_SCHEDULE_MS } from "@/lib/constants";
import { dateTime, integer, money } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useTabState } from "@/lib/use-url-state";
import { earningLabel, PaymentDate } from "@/shared/earnings/earning";
import { ShortList } from "@/shared/lists/short-list";
import { nameOf, PersonName } from "@/shared/people/person-name";
import { dueLine } from "@/shared/tasks/task";
import { Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, QueryResult, Skeleton } from "@/ui/card";
import { FigureCard, StatGrid } from "@/ui/stat-card";
import { TwoLines } from "@/ui/table";
import { Tabs } from "@/ui/tabs";

// Only `total` of it is used.
const EMPLOYEES = listQuery("/api/users", { query: { role: "employee", limit: 1, offset: 0 } });
const NEWEST = {
  ...listQuery("/api/earnings/all", { query: { limit: 5, offset: 0 } }),
  refetchInterval: POLL_EARNINGS_MS,
};
const SCHEDULE = scheduleQuery(POLL_PAYMENT_SCHEDULE_MS);
const ROWS = { className: "min-h-12 py-1.5", fallback: <Skeleton className="m-4 h-48" /> };

/** 'Visão Geral': who is here, when people are paid, what is due and what was earned. */
function OverviewTab({ onOpen }: { onOpen: (tab: string) => void }) {
  const more = (tab: string, label: string) => (
    <Button size="sm" variant="ghost" onClick={() => onOpen(tab)}>
      {label}
    </Button>
  );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-5">
        <ShortList
          title="Online agora"
          actions={more("funcionarios", "Ver funcionários")}
          query={useQuery(onlineQuery())}
          rowsOf={({ rows }) => rows}
          {...ROWS}
          empty={{ icon: "users", title: "Nenhum funcionário online" }}
          row={(person) => (
            <>
              <PersonName {...person} />
              <Status tone="good">Online</Status>
            </>
          )}
        />
        <ShortList
          title="Próximas entregas"
          actions={more("tarefas", "Ver tarefas")}
          query={useQuery(pendingTasksQuery())}
          rowsOf={({ rows }) => rows}
          {...ROWS}
          empty={{ icon: "tasks", title: "Nenhuma tarefa encontrada" }}
          row={(task) => (
            <>
              <TwoLines first={task.title} second={`${nameOf(task.assigneeUser)} · ${dueLine(task)}`} />
              <span className="flex-none tabular-nums">
                {integer(task.currentQuantity)}/{integer(task.targetQuantity)}
              </span>
            </>
          )}
        />
      </div>
      <div className="grid grid-cols-1 gap-5">
        <Card title="Próxima Data de Pagamento" actions={more("pagamentos", "Abrir pagamentos")}>
          <QueryResult query={useQuery(SCHEDULE)} fallback={<Skeleton className="h-14" />}>
            {(schedule) => (
              <>
                <PaymentDate schedule={schedule} late="Em atraso" />
                <p className="mt-1 text-muted">
                  {schedule?.description || "Mostrada a todos os funcionários no Dashboard."}
                </p>
              </>
            )}
          </QueryResult>
        </Card>
        <ShortList
          title="Ganhos recentes"
          actions={more("ganhos", "Ver ganhos")}
          query={useQuery(NEWEST)}
          rowsOf={({ rows }) => rows}
          {...ROWS}
          empty={{ icon: "wallet", title: "Nenhum ganho encontrado" }}
          row={(earning) => (
            <>
              <TwoLines first={earning.description} second={`${nameOf(earning.user)} · ${dateTime(earning.createdAt)}`} />
              <span className="flex flex-none items-center gap-x-3 max-sm:flex-col-reverse max-sm:items-end">
                <Status {...earningLabel(earning.status)} />
                <span className="font-medium tabular-nums">{money(earning.amount)}</span>
              </span>
            </>
          )}
        />
      </div>
    </div>
  );
}

const TasksTab = lazy(() => import("@/screens/admin-panel/tasks-tab"));
const EarningsTab = lazy(() => import("@/screens/admin-panel/earnings-tab"));
const PaymentsTab = lazy(() => import("@/screens/admin-panel/payments-tab"));
const EmployeesTab = lazy(() => import("@/screens/admin-panel/employees-tab"));

export function AdminPanelScreen() {
  const [tab, open] = useTabState("tab", "visao-geral");
  return (
    <div className="grid grid-cols-1 gap-5">
      <Figures />
      <Tabs
        label="Painel Administrativo"
        value={tab}
        onChange={open}
        tabs={[
          { value: "visao-geral", label: "Visão Geral", content: <OverviewTab onOpen={open} /> },
          { value: "tarefas", label: "Tarefas", content: <TasksTab /> },
          { value: "ganhos", label: "Ganhos", content: <EarningsTab /> },
          { value: "pagamentos", label: "Pagamentos", content: <PaymentsTab /> },
          { value: "funcionarios", label: "Funcionários", content: <EmployeesTab /> },
        ]}
      />
    </div>
  );
}

function Figures() {
  const online = useQuery(onlineQuery());
  const tasks = useQuery(pendingTasksQuery());
  const totals = useQuery(totalsQuery());
  const employees = useQuery(EMPLOYEES);
  return (
    <StatGrid>
      <FigureCard label="Funcionários Online" icon="users" query={online} of={({ total }) => integer(total)} />
      <FigureCard label="Tarefas Ativas" icon="tasks" query={tasks} of={({ total }) => integer(total)} />
      <FigureCard label="Ganhos Pendentes" icon="wallet" query={totals} of={({ pending }) => money(pending)} />
      <FigureCard label="Total de Funcionários" icon="user" query={employees} of={({ total }) => integer(total)} />
    </StatGrid>
  );
}

mount("admin-panel", AdminPanelScreen);
