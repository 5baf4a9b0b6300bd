import "@/styles/charts.css";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, Suspense } from "react";
import { analyticsKeys, type Kpi, type Point, type Summary, summaryQuery } from "@/api/analytics";
import { mount } from "@/app/mount";
import { counted, integer } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useUrlState } from "@/lib/use-url-state";
import {
  change,
  DEFAULT_RANGE,
  duration,
  FigureRow,
  HOURS,
  loadTime,
  MISSING,
  percent,
  plotted,
  RANGES,
  rangeOf,
  WEEKDAYS,
} from "@/screens/employee-analytics/labels";
import type { Tone } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { ColumnChart, HeatGrid } from "@/ui/charts/time-charts";
import { Choice } from "@/ui/fields";
import { Icon, type IconName } from "@/ui/icon";
import { PageActions } from "@/ui/page-actions";
import { StatCard, StatGrid } from "@/ui/stat-card";
import { EmptyState, ErrorState, Skeleton } from "@/ui/states";
import { Tabs } from "@/ui/tabs";
import { WhenNear } from "@/ui/when-near";

const MADE = {
  Sessões: "Visitas seguidas de uma pessoa: páginas abertas sem pausa maior que 30 minutos.",
  "Pessoas ativas": "Quem abriu ao menos uma página no período, de todas as pessoas com conta ativa.",
  "Taxa de login":
    "Logins realizados, de todas as tentativas com resposta: realizados e recusados por senha errada, nas duas etapas.",
  "Conclusão de tarefas":
    "Tarefas concluídas no prazo, de todas as que se decidiram no período: concluídas no prazo ou com o prazo perdido.",
  "Tempo por sessão": "Tempo com uma página à vista, contado quando passa de 5 segundos, dividido pelas sessões.",
  "Tempo de carregamento":
    "Três em cada quatro páginas carregaram em até este tempo (percentil 75), medido no navegador de cada pessoa.",
} as const;

type KpiCardsProps = {
  summary: Summary;
  /** What the figures are compared with: "que nos 7 dias anteriores". */
  before: string;
};

/** 'KPI cards': each says how it is made, and moves with the range. */
function KpiCards({ summary, before }: KpiCardsProps) {
  const { sessions, people, loginRate, taskCompletion, taskTarget, sessionSeconds, loadMs } = summary;
  const moved = (kpi: Kpi, unit: "points" | "share") => {
    const by = change(kpi.value, kpi.before, unit);
    return by && `${by} ${before}`;
  };
  return (
    <div className="lg:[&>dl]:grid-cols-3">
      <StatGrid>
        <Figure label="Sessões" icon="runs" kpi={sessions} words={integer} detail={moved(sessions, "share")} />
        <Figure
          label="Pessoas ativas"
          icon="users"
          kpi={people}
          words={integer}
          detail={`de ${counted(people.whole ?? 0, "pessoa", "pessoas")}`}
        />
        <Figure
          label="Taxa de login"
          icon="key"
          kpi={loginRate}
          words={percent}
          detail={ofWhole(loginRate, "tentativa", "tentativas") ?? "Nenhuma tentativa"}
        />
        <Figure
          label="Conclusão de tarefas"
          icon="circle-check"
          kpi={taskCompletion}
          words={percent}
          tone={taskCompletion.value !== null && taskCompletion.value < taskTarget ? "warn" : "neutral"}
          detail={`Meta de ${taskTarget}%, ${ofWhole(taskCompletion, "tarefa", "tarefas") ?? "nenhuma decidida"}`}
        />
        <Figure
          label="Tempo por sessão"
          icon="clock"
          kpi={sessionSeconds}
          words={duration}
          detail={moved(sessionSeconds, "share")}
        />
        <Figure
          label="Tempo de carregamento"
          icon="trend"
          kpi={loadMs}
          words={loadTime}
          detail={counted(loadMs.whole ?? 0, "página medida", "páginas medidas")}
        />
      </StatGrid>
    </div>
  );
}

/** The same for those who read rather than point, and for phones. */
function Definitions() {
  return (
    <details className="card px-4 py-3">
      <summary className="font-medium">Como cada número é calculado</summary>
      <dl className="mt-3 grid grid-cols-1 gap-x-8 gap-y-3 text-sm md:grid-cols-2">
        {Object.entries(MADE).map(([label, made]) => (
          <div key={label}>
            <dt className="font-medium">{label}</dt>
            <dd className="text-muted">{made}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type FigureProps = {
  label: keyof typeof MADE;
  icon: IconName;
  kpi: Kpi;
  words: (value: number) => string;
  detail: ReactNode;
  tone?: Tone;
};

function Figure({ label, icon, kpi, words, detail, tone = "neutral" }: FigureProps) {
  const made = MADE[label];
  return (
    <StatCard
      label={
        <>
          {label}
          <button
            type="button"
            className="ml-auto flex opacity-60 hover:opacity-100"
            aria-label={`${label}: ${made}`}
            data-tooltip={made}
          >
            <Icon name="info" />
          </button>
        </>
      }
      icon={icon}
      value={kpi.value === null ? MISSING : words(kpi.value)}
      detail={detail ?? "Sem período anterior"}
      tone={tone}
    />
  );
}

function ofWhole({ part, whole }: Kpi, one: string, many: string): string | undefined {
  return whole ? `${integer(part ?? 0)} de ${counted(whole, one, many)}` : undefined;
}

const PeopleCard = lazy(() => import("@/screens/employee-analytics/people-card"));

/** 'Atividade dos Funcionários': when people work, how much, and who. */
function ActivityTab({ summary, range }: { summary: Summary; range: string }) {
  const seen = summary.pages.length > 0;
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <Card title="Quando se trabalha" description="Páginas vistas por dia da semana e hora, no horário de São Paulo">
        {seen ? (
          <HeatGrid
            caption="Páginas vistas por dia da semana e hora"
            rows={WEEKDAYS}
            columns={HOURS}
            counts={summary.weekdays}
            words={(count) => counted(count, "página vista", "páginas vistas")}
          />
        ) : (
          <NothingSeen />
        )}
      </Card>
      <Card title="Sessões" description={summary.byHour ? "Por hora de hoje" : "Por dia"}>
        {seen ? (
          <ColumnChart
            caption={summary.byHour ? "Sessões por hora" : "Sessões por dia"}
            points={plotted(summary, ({ sessions }) => sessions)}
            words={(count) => counted(count, "sessão", "sessões")}
            overall={counted(summary.sessions.value ?? 0, "sessão", "sessões")}
            tick={integer}
          />
        ) : (
          <NothingSeen />
        )}
        {seen && <Totals points={summary.points} />}
      </Card>
      <div className="min-w-0 xl:col-span-2">
        <WhenNear place={<Skeleton className="h-96" />}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <PeopleCard range={range} />
          </Suspense>
        </WhenNear>
      </div>
    </div>
  );
}

function Totals({ points }: { points: readonly Point[] }) {
  const total = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0);
  return (
    <FigureRow
      figures={[
        { label: "Páginas vistas", value: integer(total(({ views }) => views)) },
        { label: "Tempo nas páginas", value: duration(total(({ seconds }) => seconds)) },
        { label: "Contas criadas", value: integer(total(({ accounts }) => accounts)) },
      ]}
    />
  );
}

function NothingSeen() {
  return <EmptyState icon="chart" title="Nenhuma atividade no período" description="Escolha um período maior." />;
}

const PagesTab = lazy(() => import("@/screens/employee-analytics/pages-tab"));
const PerformanceTab = lazy(() => import("@/screens/employee-analytics/performance-tab"));
const HeatmapsTab = lazy(() => import("@/screens/employee-analytics/heatmaps-tab"));

export function EmployeeAnalyticsScreen() {
  const [chosen, setChosen] = useUrlState("range", DEFAULT_RANGE);
  const [tab, setTab] = useUrlState("aba", "atividade");
  const range = rangeOf(chosen);
  const client = useQueryClient();
  const summary = useQuery({ ...summaryQuery(range.value), placeholderData: keepPreviousData });
  const refresh = () => client.invalidateQueries({ queryKey: analyticsKeys.all });

  return (
    <>
      <PageActions>
        <Choice label="Período" className="w-auto" options={RANGES} value={range.value} onChange={setChosen} />
        <Button icon="refresh" busy={summary.isFetching} onClick={refresh}>
          Atualizar
        </Button>
      </PageActions>
      {summary.data ? (
        <div
          className={clsx("grid grid-cols-1 gap-5 transition-opacity", summary.isPlaceholderData && "opacity-60")}
          aria-busy={summary.isPlaceholderData}
        >
          <KpiCards summary={summary.data} before={range.before} />
          <Tabs
            label="Análises"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: "atividade",
                label: "Atividade dos Funcionários",
                content: <ActivityTab summary={summary.data} range={range.value} />,
              },
              { value: "paginas", label: "Páginas Mais Visitadas", content: <PagesTab pages={summary.data.pages} /> },
              { value: "performance", label: "Performance", content: <PerformanceTab summary={summary.data} /> },
              {
                value: "heatmaps",
                label: "Heatmaps & Recordings",
                content: <HeatmapsTab url={summary.data.heatmapUrl} />,
              },
            ]}
          />
          <Definitions />
        </div>
      ) : (
        summary.isError && <ErrorState error={summary.error} onRetry={summary.refetch} />
      )}
    </>
  );
}

mount("employee-analytics", EmployeeAnalyticsScreen);
