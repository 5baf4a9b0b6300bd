import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  isPast,
  type PaymentSchedule,
  paymentScheduleQuery,
  pendingEarningsQuery,
} from "@/features/dashboard/earnings";
import { RECENT } from "@/features/dashboard/recent";
import { taskSummaryQuery } from "@/features/tasks/task";
import { date, integer, money } from "@/lib/format";
import { Skeleton } from "@/ui/skeleton";
import { StatCard } from "@/ui/stat-card";
import { StatGrid } from "@/ui/stat-grid";

/** 'Four cards: Tarefas Pendentes, Tarefas Concluídas, Ganhos Pendentes, Próxima Data de Pagamento' (document 1 §2). */
export function SummaryCards({ userId }: { userId: number }) {
  const tasks = useQuery(taskSummaryQuery(userId));
  const earnings = useQuery(pendingEarningsQuery(userId, RECENT));
  const schedule = useQuery(paymentScheduleQuery());
  return (
    <StatGrid>
      <StatCard label="Tarefas Pendentes" icon="clock" value={figure(tasks, ({ pending }) => integer(pending))} />
      <StatCard
        label="Tarefas Concluídas"
        icon="circle-check"
        value={figure(tasks, ({ completed }) => integer(completed))}
      />
      <StatCard label="Ganhos Pendentes" icon="wallet" value={figure(earnings, ({ total }) => money(total))} />
      <PaymentDate schedule={schedule} />
    </StatGrid>
  );
}

function PaymentDate({ schedule }: { schedule: UseQueryResult<PaymentSchedule | null> }) {
  const label = "Próxima Data de Pagamento";
  const day = schedule.data?.nextPaymentDate;
  if (schedule.data === undefined || day === undefined) {
    return <StatCard label={label} icon="calendar" value={figure(schedule, () => "Não definido")} />;
  }
  const late = isPast(day);
  return (
    <StatCard
      label={label}
      icon="calendar"
      tone={late ? "bad" : "neutral"}
      value={date(day)}
      detail={late ? <span className="font-medium text-bad">Em atraso</span> : schedule.data?.description}
    />
  );
}

/** The figure once it is there, its place before, a dash when it could not be read. */
function figure<T>({ data, isError }: UseQueryResult<T>, show: (data: T) => ReactNode): ReactNode {
  if (data !== undefined) return show(data);
  return isError ? "—" : <Skeleton className="my-0.5 h-7 w-20" />;
}
