import type { Kpi, Point, SeenPage, Summary } from "@/api/analytics";
import { counted, integer } from "@/lib/format";
import { FigureRow, inSeconds, loadTime, MISSING, percent, plotted, share } from "@/screens/employee-analytics/labels";
import { Card } from "@/ui/card";
import { LineChart } from "@/ui/charts/line-chart";
import { axisEnd, ColumnChart } from "@/ui/charts/time-charts";
import { EmptyState } from "@/ui/states";
import { type Column, column, Table } from "@/ui/table";

/** 'Performance': log-in rate, task completion 'target 90%', load time of real pages. */
export default function PerformanceTab({ summary }: { summary: Summary }) {
  const { loginRate, taskCompletion, taskTarget, byHour } = summary;
  const unit = byHour ? "por hora" : "por dia";
  const rate = (caption: string, kpi: Kpi, of: (at: Point) => number | null) => ({
    caption: `${caption}, ${unit}`,
    points: plotted(summary, of),
    words: percent,
    overall: percent(kpi.value ?? 0),
    tick: (value: number) => `${value}%`,
    end: 100,
  });
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <Card title="Conclusão de tarefas" description={`No prazo, ${unit}`}>
        {taskCompletion.whole ? (
          <LineChart
            {...rate("Conclusão de tarefas no prazo", taskCompletion, ({ tasksOnTime, tasksMissed }) =>
              share(tasksOnTime, tasksOnTime + tasksMissed),
            )}
            target={{ value: taskTarget, label: `Meta ${taskTarget}%` }}
          />
        ) : (
          <EmptyState icon="tasks" title="Nenhuma tarefa decidida no período" />
        )}
      </Card>
      <Card title="Taxa de login" description={`Realizados entre as tentativas, ${unit}`}>
        {loginRate.whole ? (
          <LineChart {...rate("Taxa de login", loginRate, (at) => share(at.logins, at.logins + at.loginsRefused))} />
        ) : (
          <EmptyState icon="key" title="Nenhuma tentativa de login no período" />
        )}
      </Card>
      <LoadCards summary={summary} />
    </div>
  );
}

function LoadCards({ summary }: { summary: Summary }) {
  const { load, paint, bars, byHour } = summary;
  if (load.count === 0) {
    return (
      <Card title="Tempo de carregamento" className="xl:col-span-2">
        <EmptyState icon="clock" title="Nenhum carregamento medido no período" />
      </Card>
    );
  }
  const loads = plotted(summary, ({ loadMs }) => loadMs);
  return (
    <>
      <Card title="Tempo de carregamento" description="Páginas por tempo até carregar, em segundos">
        <ColumnChart
          caption="Páginas por tempo de carregamento"
          points={bars.map(({ ms, count }) => ({ ...barLabel(ms, bars.at(-2)?.ms ?? 0), value: count }))}
          words={(count) => counted(count, "página", "páginas")}
          overall={counted(load.count, "página medida", "páginas medidas")}
          tick={integer}
          labels={bars.length}
        />
        <FigureRow
          figures={(
            [
              ["Metade", "p50"],
              ["75%", "p75"],
              ["95%", "p95"],
            ] as const
          ).map(([part, at]) => ({
            label: `${part} em até`,
            value: timeLabel(load[at]),
            detail: `à vista em ${timeLabel(paint[at])}`,
          }))}
        />
      </Card>
      {!byHour && (
        <Card title="Carregamento por dia" description="75% das páginas carregaram em até">
          <LineChart
            caption="Tempo de carregamento por dia, percentil 75"
            points={loads}
            words={loadTime}
            overall={timeLabel(load.p75)}
            tick={loadTime}
            end={axisEnd(loads.map(({ value }) => value))}
          />
        </Card>
      )}
      <Card
        title="Páginas mais lentas"
        description="Percentil 75 de cada página"
        padded={false}
        className={byHour ? undefined : "xl:col-span-2"}
      >
        <Table
          caption="Páginas mais lentas"
          columns={COLUMNS}
          rows={summary.pages.toSorted((one, other) => (other.loadMs ?? 0) - (one.loadMs ?? 0)).slice(0, 8)}
          rowKey={({ path }) => path}
          empty={<EmptyState icon="file" title="Nenhuma página vista no período" />}
        />
      </Card>
    </>
  );
}

const COLUMNS: readonly Column<SeenPage>[] = [
  column("Página", ({ title, path }) => (
    <span className="block min-w-0">
      <span className="block truncate font-medium">{title}</span>
      <span className="block truncate text-sm text-muted">{path}</span>
    </span>
  )),
  column("Carregada em", { align: "end", phone: "side" }, ({ loadMs }) => timeLabel(loadMs)),
  column("À vista em", { align: "end" }, ({ paintMs }) => timeLabel(paintMs)),
  column("Páginas vistas", { align: "end" }, ({ views }) => integer(views)),
];

function barLabel(ms: number | null, last: number): { label: string; name: string } {
  if (ms === null) return { label: `> ${inSeconds(last)}`, name: `mais de ${loadTime(last)}` };
  return { label: inSeconds(ms), name: `até ${loadTime(ms)}` };
}

const timeLabel = (ms: number | null): string => (ms === null ? MISSING : loadTime(ms));
