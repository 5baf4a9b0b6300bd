import { Figures } from "@/features/admin-panel/figures";
import { OverviewTab } from "@/features/admin-panel/overview-tab";
import { lazy } from "@/lib/lazy";
import { useTabState } from "@/lib/use-url-state";
import { Tabs } from "@/ui/tabs";

const TasksTab = lazy(() => import("@/features/admin-panel/tasks-tab"));
const EarningsTab = lazy(() => import("@/features/admin-panel/earnings-tab"));
const PaymentsTab = lazy(() => import("@/features/admin-panel/payments-tab"));
const EmployeesTab = lazy(() => import("@/features/admin-panel/employees-tab"));

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
          {
            value: "funcionarios",
            label: "Funcionários",
            content: <EmployeesTab />,
          },
        ]}
      />
    </div>
  );
}
