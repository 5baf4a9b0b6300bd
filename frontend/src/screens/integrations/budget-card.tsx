import { useQuery } from "@tanstack/react-query";
import { type Budget, budgetQuery, type Service } from "@/api/configs";
import { dateTime, integer } from "@/lib/format";
import { MARKETPLACES, SERVICES } from "@/shared/marketplace/service";
import { Status } from "@/ui/badge";
import { Card } from "@/ui/card";
import { Progress } from "@/ui/progress";
import { ErrorState, Skeleton } from "@/ui/states";

/** The live gauges of both keys, which screens and runs of everyone share. */
export function BudgetCard() {
  return (
    <Card
      title="Chamadas neste minuto"
      description="O que já saiu com cada chave, somando telas e execuções de todos."
      padded={false}
    >
      <ul className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
        {SERVICES.map((service) => (
          <li key={service} className="min-w-0 p-4">
            <Gauge service={service} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Gauge({ service }: { service: Service }) {
  const budget = useQuery(budgetQuery(service));
  const name = MARKETPLACES[service].name;
  if (budget.data === undefined) {
    if (!budget.isError) return <Skeleton className="h-20" />;
    return <ErrorState title={name} error={budget.error} onRetry={budget.refetch} />;
  }
  const { configured, used, limit } = budget.data;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">{name}</h3>
        <p className="text-muted tabular-nums">
          {configured ? `${integer(used)} de ${integer(limit)} usadas` : "Sem chave de API"}
        </p>
      </div>
      <Progress label={`Chamadas de ${name} neste minuto`} value={used} max={limit} />
      <p className="min-h-4.5 text-sm text-muted">
        <Note budget={budget.data} name={name} />
      </p>
    </div>
  );
}

function Note({ budget, name }: { budget: Budget; name: string }) {
  const { configured, enabled, blockedUntil, yourLeft, people } = budget;
  if (!configured) {
    return (
      <a className="text-accent hover:underline" href="/gerenciar-apis">
        Configurar a chave
      </a>
    );
  }
  if (blockedUntil)
    return (
      <Status tone="bad">
        O {name} pediu para esperar até {clock(blockedUntil)}
      </Status>
    );
  if (!enabled) return "O limite de chamadas está desligado em Configurações.";
  const parts = [
    `Suas telas ainda podem fazer ${integer(yourLeft)}`,
    people > 1 && `${people} pessoas usando a chave`,
    reportLabel(budget, name),
  ];
  return parts.filter(Boolean).join(" · ");
}

export function limitLabel({ configured, enabled, limit }: Budget): string {
  if (!configured) return "Sem chave de API";
  return enabled ? `de ${integer(limit)} por minuto` : "Limite de chamadas desligado";
}

/** What the marketplace itself counts, until it counts anew; '' when it told nothing that still holds. */
function reportLabel({ reported, reportedResetAt }: Budget, name: string): string {
  if (reported === null || reportedResetAt === null || Date.parse(reportedResetAt) <= Date.now()) return "";
  const { remaining, limit } = reported;
  return `o ${name} informa ${integer(remaining)} de ${integer(limit)} até ${clock(reportedResetAt)}`;
}

/** HH:mm: the moments of a budget are minutes away. */
export const clock = (moment: string): string => dateTime(moment).slice(-5);
