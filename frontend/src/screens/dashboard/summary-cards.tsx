import { useQuery } from "@tanstack/react-query";
import { pendingEarningsQuery, scheduleQuery } from "@/api/earnings";
import { taskSummaryQuery } from "@/api/tasks";
import { POLL_PAYMENT_SCHEDULE_DASHBOARD_MS } from "@/lib/constants";
import { integer, money } from "@/lib/format";
import { RECENT } from "@/screens/dashboard/recent-list";
import { dateWords, isOverdue } from "@/shared/earnings/payment-date";
import { Figure } from "@/ui/figure";
import { StatCard } from "@/ui/stat-card";
import { StatGrid } from "@/ui/stat-grid";

/** 'Four cards: Tarefas Pendentes, Tarefas Concluídas, Ganhos Pendentes, Próxima Data de Pagamento'. */
export function SummaryCards({ userId }: { userId: number }) {
  const tasks = useQuery(taskSummaryQuery(userId));
  const earnings = useQuery(pendingEarningsQuery(userId, RECENT));
  return (
    <StatGrid>
      <StatCard
        label="Tarefas Pendentes"
        icon="clock"
        value={<Figure query={tasks} of={({ pending }) => integer(pending)} />}
      />
      <StatCard
        label="Tarefas Concluídas"
        icon="circle-check"
        value={<Figure query={tasks} of={({ completed }) => integer(completed)} />}
      />
      <StatCard
        label="Ganhos Pendentes"
        icon="wallet"
        value={<Figure query={earnings} of={({ total }) => money(total)} />}
      />
      <PaymentDateCard />
    </StatGrid>
  );
}

function PaymentDateCard() {
  const schedule = useQuery(scheduleQuery(POLL_PAYMENT_SCHEDULE_DASHBOARD_MS));
  const late = isOverdue(schedule.data ?? null);
  return (
    <StatCard
      label="Próxima Data de Pagamento"
      icon="calendar"
      tone={late ? "bad" : "neutral"}
      value={<Figure query={schedule} of={dateWords} />}
      detail={late ? <span className="font-medium text-bad">Em atraso</span> : schedule.data?.description}
    />
  );
}
