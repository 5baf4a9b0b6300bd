import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Budget, budgetQuery } from "@/api/configs";
import { type Activity, type CallFigures, callFiguresQuery } from "@/api/marketplace";
import { integer, numberFormat, relative } from "@/lib/format";
import { lastCallQuery } from "@/screens/integrations/activity-card";
import { limitLabel } from "@/screens/integrations/budget-card";
import { statusText } from "@/shared/marketplace/activity";
import { Status, type Tone } from "@/ui/badge";
import { FigureCard, StatCard, StatGrid } from "@/ui/stat-card";
import { Skeleton } from "@/ui/states";

const percent = numberFormat({ style: "percent", maximumFractionDigits: 1 });

/** 'Cards: marketplace API status …, API requests today, quota remaining, success rate, average response time',
 * counted from the calls that were made. */
export function FigureCards() {
  const figures = useQuery(callFiguresQuery());
  const budget = useQuery(budgetQuery("gameboost"));
  const counted = figures.data?.requestsToday === 0 ? "Nenhuma chamada hoje" : "Nas chamadas de hoje";
  return (
    <StatGrid>
      <StatCard label="GameBoost API" icon="store" {...useApiStatus(budget.data)} />
      <FigureCard
        label="Requisições hoje"
        icon="trend"
        query={figures}
        of={({ requestsToday }) => integer(requestsToday)}
        detail="De todos, nas duas APIs"
      />
      <FigureCard
        label="Cota restante"
        icon="key"
        query={budget}
        of={({ configured, left }) => (configured ? integer(left) : "—")}
        detail={budget.data && limitLabel(budget.data)}
        tone={budget.data?.configured && budget.data.left === 0 ? "bad" : "neutral"}
      />
      <FigureCard label="Taxa de sucesso" icon="circle-check" query={figures} of={successLabel} detail={counted} />
      <FigureCard label="Tempo médio de resposta" icon="clock" query={figures} of={averageLabel} detail={counted} />
    </StatGrid>
  );
}

/** Whether the marketplace works, judged by the newest call; the card leads to /gameboost. */
function useApiStatus(budget: Budget | undefined): { value: ReactNode; detail?: string } {
  const last = useQuery(lastCallQuery("gameboost"));
  if (budget === undefined || last.data === undefined) {
    return { value: last.isError ? "—" : <Skeleton className="my-0.5 h-7 w-24" /> };
  }
  const { word, tone, detail } = statusOf(budget, last.data.rows[0]);
  return {
    value: (
      <a href="/gameboost" className="inline-flex align-top hover:underline">
        <Status tone={tone}>{word}</Status>
      </a>
    ),
    detail,
  };
}

function statusOf({ configured }: Budget, last: Activity | undefined): { word: string; tone: Tone; detail: string } {
  if (!configured) return { word: "Sem chave", tone: "neutral", detail: "Configure a chave de API" };
  if (last === undefined) return { word: "Sem chamadas", tone: "neutral", detail: "Teste a conexão" };
  const when = relative(last.timestamp);
  if (last.success) return { word: "Active", tone: "good", detail: `Respondeu ${when}` };
  return { word: "Com falha", tone: "bad", detail: `${statusText(last.status)}, ${when}` };
}

const successLabel = ({ successRate }: CallFigures): string =>
  successRate === null ? "—" : percent(successRate / 100);

function averageLabel({ averageResponseTime }: CallFigures): string {
  return averageResponseTime === null ? "—" : `${integer(averageResponseTime)} ms`;
}
