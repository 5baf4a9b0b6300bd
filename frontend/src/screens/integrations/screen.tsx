import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { pathQuery } from "@/api/client";
import { type Budget, budgetQuery, type Service } from "@/api/configs";
import { type Activity, activitiesQuery, activityKeys, type CallFigures } from "@/api/marketplace";
import { mount } from "@/app/mount";
import { dateTime, integer, numberFormat, relative } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { usePageState, useTabState, useUrlState } from "@/lib/use-url-state";
import { callColumns, statusText } from "@/shared/marketplace/activity";
import { MARKETPLACES, SERVICES, serviceName } from "@/shared/marketplace/service";
import { Announcement } from "@/ui/announcement";
import { Status, type Tone } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, EmptyState, ErrorState, Skeleton } from "@/ui/card";
import { Choice } from "@/ui/fields";
import { Progress } from "@/ui/progress";
import { FigureCard, StatCard, StatGrid } from "@/ui/stat-card";
import { PageTurner, Table } from "@/ui/table";
import { Tabs } from "@/ui/tabs";

const percent = numberFormat({ style: "percent", maximumFractionDigits: 1 });

/** The state of the marketplaces' APIs and today's calls, counted from those that were made
 * (product: market.activities). */
function FigureCards() {
  const figures = useQuery(pathQuery("/api/activities/figures"));
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
        detail="Toda a equipe, nas duas APIs"
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
  const last = useQuery(activitiesQuery({ limit: 1, offset: 0, service: "gameboost" }));
  if (budget === undefined || last.data === undefined) {
    return { value: last.isError ? "—" : <Skeleton className="my-0.5 h-7 w-24" /> };
  }
  const { label, tone, detail } = statusOf(budget, last.data.rows[0]);
  return {
    value: (
      <a href="/gameboost" className="inline-flex align-top hover:underline">
        <Status tone={tone}>{label}</Status>
      </a>
    ),
    detail,
  };
}

function statusOf({ configured }: Budget, last: Activity | undefined): { label: string; tone: Tone; detail: string } {
  if (!configured) return { label: "Sem chave", tone: "neutral", detail: "Configure a chave de API" };
  if (last === undefined) return { label: "Sem chamadas", tone: "neutral", detail: "Teste a conexão" };
  const when = relative(last.timestamp);
  if (last.success) return { label: "Active", tone: "good", detail: `Respondeu ${when}` };
  return { label: "Com falha", tone: "bad", detail: `${statusText(last.status)}, ${when}` };
}

const successLabel = ({ successRate }: CallFigures): string => (successRate === null ? "—" : percent(successRate / 100));

function averageLabel({ averageResponseTime }: CallFigures): string {
  return averageResponseTime === null ? "—" : `${integer(averageResponseTime)} ms`;
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
    yourLeft === 1
      ? "Resta 1 chamada para as telas neste minuto"
      : `Restam ${integer(yourLeft)} chamadas para as telas neste minuto`,
    people > 1 && `${people} pessoas usando a chave`,
    reportLabel(budget, name),
  ];
  return parts.filter(Boolean).join(" · ");
}

function limitLabel({ configured, enabled, limit }: Budget): string {
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
const clock = (moment: string): string => dateTime(moment).slice(-5);

const CHOICES = SERVICES.map((value) => ({ value, label: serviceName(value) }));

const COLUMNS = callColumns("Time", "Response Time");

function ActivityCard() {
  const client = useQueryClient();
  const [service, setService] = useUrlState("api", "");
  const [offset, setOffset] = usePageState(SHOWN);
  // The rows of a fetch are shown a few at a time.
  const from = offset % FETCHED;
  const fetched = activitiesQuery({ limit: FETCHED, offset: offset - from, service });
  const activities = useQuery({ ...fetched, placeholderData: keepPreviousData });
  const refreshing = useIsFetching({ queryKey: activityKeys.all }) > 0;
  const refresh = () => client.invalidateQueries({ queryKey: activityKeys.all });
  const choose = (next: string) => {
    setOffset(0);
    setService(next);
  };
  const total = activities.data?.total ?? 0;
  return (
    <Card title="Recent API Activity" padded={false}>
      <div className="flex flex-wrap gap-2 border-line border-b px-4 py-3">
        <Choice label="API" placeholder="All APIs" options={CHOICES} value={service} onChange={choose} />
        <Button icon="refresh" className="max-sm:flex-1 sm:ml-auto" busy={refreshing} onClick={refresh}>
          Refresh Data
        </Button>
        <a className="btn btn-secondary max-sm:flex-1" href="/gerenciar-apis">
          Configure APIs
        </a>
      </div>
      <div className={clsx("transition-opacity", activities.isPlaceholderData && "opacity-60")}>
        <Table
          caption="Recent API Activity"
          columns={COLUMNS}
          rows={activities.data?.rows.slice(from, from + SHOWN)}
          rowKey={({ id }) => id}
          error={activities.error}
          onRetry={activities.refetch}
          expectedRows={SHOWN}
          empty={<EmptyState icon="integrations" title="No API activities found" />}
        />
      </div>
      {/* 'Previous' and 'Next', there even when one page holds all. */}
      <PageTurner
        isFirst={offset === 0}
        isLast={offset + SHOWN >= total}
        onTurn={(by) => setOffset(offset + by * SHOWN)}
        labels={["Previous", "Next"]}
      >
        <Announcement
          className="text-sm text-muted tabular-nums"
          text={
            total > 0 ? `${integer(offset + 1)}–${integer(Math.min(offset + SHOWN, total))} de ${integer(total)}` : ""
          }
        />
      </PageTurner>
    </Card>
  );
}

const FETCHED = 50;
const SHOWN = 10;

const ChangesTab = lazy(() => import("@/screens/integrations/tabs"), "ChangesTab");
const TemplatesTab = lazy(() => import("@/screens/integrations/tabs"), "TemplatesTab");

export function IntegrationsScreen() {
  const [tab, open] = useTabState("aba", "atividade");
  return (
    <div className="grid grid-cols-1 gap-5">
      <FigureCards />
      {/* On phones the rows come first, and what follows them stays below the screen while they are read. */}
      <div className="max-sm:order-last">
        {/* The live gauges of both keys, which screens and runs of everyone share. */}
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
      </div>
      <div className="min-w-0 max-sm:min-h-[50svh]">
        <Tabs
          label="Integrações"
          value={tab}
          onChange={open}
          tabs={[
            { value: "atividade", label: "Atividade", content: <ActivityCard /> },
            { value: "mudancas", label: "Mudanças em anúncios", content: <ChangesTab /> },
            { value: "modelos", label: "Modelos dos jogos", content: <TemplatesTab /> },
          ]}
        />
      </div>
    </div>
  );
}

mount("integrations", IntegrationsScreen);
