import { mount } from "@/app/mount";
import { lazy } from "@/lib/lazy";
import { useTabState } from "@/lib/use-url-state";
import { Figures } from "@/screens/admin-panel/figures";
import { OverviewTab } from "@/screens/admin-panel/overview-tab";
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

mount("admin-panel", AdminPanelScreen);
