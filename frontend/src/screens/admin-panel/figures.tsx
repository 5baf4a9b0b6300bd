import { useQuery } from "@tanstack/react-query";
import { totalsQuery } from "@/api/earnings";
import { employeeCountQuery, onlineQuery } from "@/api/people";
import { pendingTasksQuery } from "@/api/tasks";
import { integer, money } from "@/lib/format";
import { Figure } from "@/ui/figure";
import { StatCard } from "@/ui/stat-card";
import { StatGrid } from "@/ui/stat-grid";

/** 'Cards: online employees, active tasks (status pending), pending earnings, total employees.' */
export function Figures() {
  const online = useQuery(onlineQuery());
  const tasks = useQuery(pendingTasksQuery());
  const totals = useQuery(totalsQuery());
  const employees = useQuery(employeeCountQuery());
  return (
    <StatGrid>
      <StatCard
        label="Funcionários Online"
        icon="users"
        value={<Figure query={online} of={({ total }) => integer(total)} />}
      />
      <StatCard
        label="Tarefas Ativas"
        icon="tasks"
        value={<Figure query={tasks} of={({ total }) => integer(total)} />}
      />
      <StatCard
        label="Ganhos Pendentes"
        icon="wallet"
        value={<Figure query={totals} of={({ pending }) => money(pending)} />}
      />
      <StatCard
        label="Total de Funcionários"
        icon="user"
        value={<Figure query={employees} of={({ total }) => integer(total)} />}
      />
    </StatGrid>
  );
}
