import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Key, ReactNode } from "react";
import { nameOf, PersonName } from "@/features/admin/person-name";
import { earningWords, newestEarningsQuery, scheduleQuery } from "@/features/admin-panel/money";
import { isOverdue, paymentDateWords } from "@/features/admin-panel/payment-date";
import { onlineQuery } from "@/features/admin-panel/person";
import { pendingTasksQuery } from "@/features/admin-panel/work";
import { dueLine } from "@/features/tasks/task";
import type { Page } from "@/lib/api";
import { dateTime, integer, money } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import type { IconName } from "@/ui/icon";
import { Skeleton } from "@/ui/skeleton";
import { Status } from "@/ui/status";

type OverviewTabProps = { onOpen: (tab: string) => void };

/** 'Visão Geral': who is here, when people are paid, what is due and what was earned. */
export function OverviewTab({ onOpen }: OverviewTabProps) {
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
          rowKey={({ id }) => id}
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
          rowKey={({ id }) => id}
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
        <NextPayment action={more("pagamentos", "Abrir pagamentos")} />
        <ShortList
          title="Ganhos recentes"
          actions={more("ganhos", "Ver ganhos")}
          query={useQuery(newestEarningsQuery())}
          rowKey={({ id }) => id}
          empty={{ icon: "wallet", title: "Nenhum ganho encontrado" }}
          row={(earning) => (
            <>
              <TwoLines
                first={earning.description}
                second={`${nameOf(earning.user)} · ${dateTime(earning.createdAt)}`}
              />
              <span className="flex flex-none items-center gap-3">
                <Status tone={earningWords(earning.status).tone}>{earningWords(earning.status).label}</Status>
                <span className="font-medium tabular-nums">{money(earning.amount)}</span>
              </span>
            </>
          )}
        />
      </div>
    </div>
  );
}

type ShortListProps<T> = {
  title: string;
  actions: ReactNode;
  query: UseQueryResult<Page<T>>;
  rowKey: (row: T) => Key;
  row: (row: T) => ReactNode;
  empty: { icon: IconName; title: string };
};

function ShortList<T>({ title, actions, query, rowKey, row, empty }: ShortListProps<T>) {
  const { data, isError, error, refetch } = query;
  return (
    <Card title={title} actions={actions} padded={false}>
      {!data && isError && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton className="m-4 h-48" />}
      {data?.rows.length === 0 && <EmptyState {...empty} />}
      <ul>
        {data?.rows.map((each) => (
          <li
            key={rowKey(each)}
            className="flex min-h-12 items-center justify-between gap-4 border-line border-b px-4 py-1.5 last:border-0"
          >
            {row(each)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NextPayment({ action }: { action: ReactNode }) {
  const { data: schedule, isError, error, refetch } = useQuery(scheduleQuery());
  const overdue = isOverdue(schedule);
  return (
    <Card title="Próxima Data de Pagamento" actions={action}>
      {schedule === undefined && isError && <ErrorState error={error} onRetry={refetch} />}
      {schedule === undefined && !isError && <Skeleton className="h-14" />}
      {schedule !== undefined && (
        <>
          <p className={`flex items-center gap-3 text-2xl font-semibold tabular-nums ${overdue ? "text-bad" : ""}`}>
            {paymentDateWords(schedule)}
            {overdue && <Badge tone="bad">Em atraso</Badge>}
          </p>
          <p className="mt-1 text-muted">{schedule?.description || "Mostrada a todos os funcionários no Dashboard."}</p>
        </>
      )}
    </Card>
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium">{first}</span>
      <span className="block truncate text-sm text-muted">{second}</span>
    </span>
  );
}
