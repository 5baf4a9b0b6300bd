import { useQuery } from "@tanstack/react-query";
import { totalsQuery } from "@/api/earnings";
import { employeeCountQuery, onlineQuery } from "@/api/people";
import { pendingTasksQuery } from "@/api/tasks";
import { mount } from "@/app/mount";
import { integer, money } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useTabState } from "@/lib/use-url-state";
import { OverviewTab } from "@/screens/admin-panel/overview-tab";
import { FigureCard, StatGrid } from "@/ui/stat-card";
import { Tabs } from "@/ui/tabs";

const TasksTab = lazy(() => import("@/screens/admin-panel/tasks-tab"));
const EarningsTab = lazy(() => import("@/screens/admin-panel/earnings-tab"));
const PaymentsTab = lazy(() => import("@/screens/admin-panel/payments-tab"));
const EmployeesTab = lazy(() => import("@/screens/admin-panel/employees-tab"));

/** 'Painel Administrativo'. The code of a tab comes when it is opened. */
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
  const employees = useQuery(employeeCountQuery());
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
