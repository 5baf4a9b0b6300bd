import "@/styles/charts.css";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { analyticsKeys, type Kpi, type Point, type Summary } from "@/api/analytics";
import { pathQuery } from "@/api/client";
import { mount } from "@/app/mount";
import { integer, numberFormat, plural } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useUrlState } from "@/lib/use-url-state";
import { duration, FigureRow, loadTime, MISSING, percent, plotPoints } from "@/screens/employee-analytics/labels";
import { Button, Icon, type IconName, PageActions } from "@/ui/button";
import { Card, EmptyState, ErrorState, Skeleton } from "@/ui/card";
import { HeatGrid } from "@/ui/charts/heat-grid";
import { ColumnChart } from "@/ui/charts/time-charts";
import { Choice } from "@/ui/fields";
import { StatCard, StatGrid } from "@/ui/stat-card";
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

/** The figures of the range, each with how it is made; `before` is what they are compared with. */
function KpiCards({ summary, before }: { summary: Summary; before: string }) {
  const { sessions, people, loginRate, taskCompletion, taskTarget, sessionSeconds, loadMs } = summary;
  const changeLabel = (kpi: Kpi, unit: "points" | "share") => {
    const by = change(kpi.value, kpi.before, unit);
    return by && `${by} ${before}`;
  };
  const logins = ofWhole(loginRate, "tentativa", "tentativas") ?? "Nenhuma tentativa";
  const decided = ofWhole(taskCompletion, "tarefa", "tarefas") ?? "nenhuma decidida";
  const isShort = taskCompletion.value !== null && taskCompletion.value < taskTarget;
  const measured = plural(loadMs.whole ?? 0, "página medida", "páginas medidas");
  const cards: [keyof typeof MADE, IconName, Kpi, (value: number) => string, string | undefined][] = [
    ["Sessões", "runs", sessions, integer, changeLabel(sessions, "share")],
    ["Pessoas ativas", "users", people, integer, `de ${plural(people.whole ?? 0, "pessoa", "pessoas")}`],
    ["Taxa de login", "key", loginRate, percent, logins],
    ["Conclusão de tarefas", "circle-check", taskCompletion, percent, `Meta de ${taskTarget}%, ${decided}`],
    ["Tempo por sessão", "clock", sessionSeconds, duration, changeLabel(sessionSeconds, "share")],
    ["Tempo de carregamento", "trend", loadMs, loadTime, measured],
  ];
  return (
    <div className="lg:[&>dl]:grid-cols-3">
      <StatGrid>
        {cards.map(([label, icon, kpi, format, detail]) => (
          <StatCard
            key={label}
            label={
              <>
                {label}
                <button
                  type="button"
                  className="-my-1 -mr-1 ml-auto flex p-1 hover:text-ink"
                  aria-label={`${label}: ${MADE[label]}`}
                  data-tooltip={MADE[label]}
                >
                  <Icon name="info" />
                </button>
              </>
            }
            icon={icon}
            value={kpi.value === null ? MISSING : format(kpi.value)}
            detail={detail ?? "Sem período anterior"}
            tone={kpi === taskCompletion && isShort ? "warn" : "neutral"}
          />
        ))}
      </StatGrid>
    </div>
  );
}

const signed = numberFormat({ maximumFractionDigits: 1, signDisplay: "exceptZero" });

/** How a figure moved, in points for percentages and in percent for the rest; nothing without one before. */
export function change(value: number | null, before: number | null, unit: "points" | "share"): string | undefined {
  if (value === null || before === null || (unit === "share" && before === 0)) return undefined;
  return unit === "points" ? `${signed(value - before)} p.p.` : `${signed((value / before - 1) * 100)}%`;
}

function ofWhole({ part, whole }: Kpi, one: string, many: string): string | undefined {
  return whole ? `${integer(part ?? 0)} de ${plural(whole, one, many)}` : undefined;
}

const WEEKDAYS = ["seg", "ter", "qua", "qui", "sex", "sáb", "dom"] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => `${hour}h`);
const PeopleCard = lazy(() => import("@/screens/employee-analytics/people-card"));

/** 'Atividade dos Funcionários': when people work, how much, and who. */
function ActivityTab({ summary, range }: { summary: Summary; range: string }) {
  const seen = summary.pages.length > 0;
  const total = (of: (point: Point) => number) => summary.points.reduce((sum, point) => sum + of(point), 0);
  const nothing = (
    <EmptyState icon="chart" title="Nenhuma atividade no período" description="Escolha um período maior." />
  );
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <Card title="Quando se trabalha" description="Páginas vistas por dia da semana e hora, no horário de São Paulo">
        {seen ? (
          <HeatGrid
            caption="Páginas vistas por dia da semana e hora"
            rows={WEEKDAYS}
            columns={HOURS}
            counts={summary.weekdays}
            format={(count) => plural(count, "página vista", "páginas vistas")}
          />
        ) : (
          nothing
        )}
      </Card>
      <Card title="Sessões" description={summary.byHour ? "Por hora de hoje" : "Por dia"}>
        {seen ? (
          <ColumnChart
            caption={summary.byHour ? "Sessões por hora" : "Sessões por dia"}
            points={plotPoints(summary, ({ sessions }) => sessions)}
            format={(count) => plural(count, "sessão", "sessões")}
            overall={plural(summary.sessions.value ?? 0, "sessão", "sessões")}
            tick={integer}
          />
        ) : (
          nothing
        )}
        {seen && (
          <FigureRow
            figures={[
              { label: "Páginas vistas", value: integer(total(({ views }) => views)) },
              { label: "Tempo nas páginas", value: duration(total(({ seconds }) => seconds)) },
              { label: "Contas criadas", value: integer(total(({ accounts }) => accounts)) },
            ]}
          />
        )}
      </Card>
      <div className="min-w-0 xl:col-span-2">
        <WhenNear place={<Skeleton className="h-96" />}>
          <PeopleCard range={range} />
        </WhenNear>
      </div>
    </div>
  );
}

const PagesTab = lazy(() => import("@/screens/employee-analytics/tabs"), "PagesTab");
const PerformanceTab = lazy(() => import("@/screens/employee-analytics/tabs"), "PerformanceTab");
const HeatmapsTab = lazy(() => import("@/screens/employee-analytics/tabs"), "HeatmapsTab");

/** The ranges to choose from; `before` names what a figure is compared with. */
const RANGES = [
  { value: "1d", label: "Hoje", before: "que ontem até esta hora" },
  { value: "7d", label: "Últimos 7 dias", before: "que nos 7 dias anteriores" },
  { value: "30d", label: "Últimos 30 dias", before: "que nos 30 dias anteriores" },
  { value: "90d", label: "Últimos 90 dias", before: "que nos 90 dias anteriores" },
] as const;

const DEFAULT_RANGE = "7d";

export function EmployeeAnalyticsScreen() {
  const [chosen, setChosen] = useUrlState("range", DEFAULT_RANGE);
  const [tab, setTab] = useUrlState("aba", "atividade");
  const range = RANGES.find(({ value }) => value === chosen) ?? RANGES[1];
  const client = useQueryClient();
  const ofRange = pathQuery("/api/analytics/summary", { query: { range: range.value } });
  const summary = useQuery({ ...ofRange, placeholderData: keepPreviousData });
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
          {/* What the figures' tooltips say, for those who read rather than point, and for phones. */}
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
        </div>
      ) : (
        summary.isError && <ErrorState error={summary.error} onRetry={summary.refetch} />
      )}
    </>
  );
}

mount("employee-analytics", EmployeeAnalyticsScreen);
