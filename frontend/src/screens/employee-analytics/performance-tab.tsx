import type { SeenPage, Summary } from "@/api/analytics";
import { counted, integer } from "@/lib/format";
import { FigureRow, inSeconds, loadTime, MISSING, percent, plotted, share } from "@/screens/employee-analytics/labels";
import { Card } from "@/ui/card";
import { axisEnd, ColumnChart, LineChart } from "@/ui/charts/time-charts";
import { EmptyState } from "@/ui/states";
import { type Column, Table } from "@/ui/table";

const tickPercent = (value: number) => `${value}%`;

/** 'Performance': log-in rate, task completion 'target 90%', load time of real pages. */
export default function PerformanceTab({ summary }: { summary: Summary }) {
  const { loginRate, taskCompletion, taskTarget, byHour } = summary;
  const unit = byHour ? "por hora" : "por dia";
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <Card title="Conclusão de tarefas" description={`No prazo, ${unit}`}>
        {taskCompletion.whole ? (
          <LineChart
            caption={`Conclusão de tarefas no prazo, ${unit}`}
            points={plotted(summary, (at) => share(at.tasksOnTime, at.tasksOnTime + at.tasksMissed))}
            words={percent}
            overall={percent(taskCompletion.value ?? 0)}
            tick={tickPercent}
            end={100}
            target={{ value: taskTarget, label: `Meta ${taskTarget}%` }}
          />
        ) : (
          <EmptyState icon="tasks" title="Nenhuma tarefa decidida no período" />
        )}
      </Card>
      <Card title="Taxa de login" description={`Realizados entre as tentativas, ${unit}`}>
        {loginRate.whole ? (
          <LineChart
            caption={`Taxa de login, ${unit}`}
            points={plotted(summary, (at) => share(at.logins, at.logins + at.loginsRefused))}
            words={percent}
            overall={percent(loginRate.value ?? 0)}
            tick={tickPercent}
            end={100}
          />
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
          figures={[
            { label: "Metade em até", value: timeLabel(load.p50), detail: `à vista em ${timeLabel(paint.p50)}` },
            { label: "75% em até", value: timeLabel(load.p75), detail: `à vista em ${timeLabel(paint.p75)}` },
            { label: "95% em até", value: timeLabel(load.p95), detail: `à vista em ${timeLabel(paint.p95)}` },
          ]}
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
      <SlowPages pages={summary.pages} wide={!byHour} />
    </>
  );
}

const COLUMNS: readonly Column<SeenPage>[] = [
  { key: "page", header: "Página", cell: ({ title, path }) => <PageName title={title} path={path} /> },
  { key: "load", header: "Carregada em", align: "end", phone: "side", cell: ({ loadMs }) => timeLabel(loadMs) },
  { key: "paint", header: "À vista em", align: "end", cell: ({ paintMs }) => timeLabel(paintMs) },
  { key: "views", header: "Páginas vistas", align: "end", cell: ({ views }) => integer(views) },
];

function SlowPages({ pages, wide }: { pages: readonly SeenPage[]; wide: boolean }) {
  const slowest = pages.toSorted((one, other) => (other.loadMs ?? 0) - (one.loadMs ?? 0)).slice(0, 8);
  return (
    <Card
      title="Páginas mais lentas"
      description="Percentil 75 de cada página"
      padded={false}
      className={wide ? "xl:col-span-2" : undefined}
    >
      <Table
        caption="Páginas mais lentas"
        columns={COLUMNS}
        rows={slowest}
        rowKey={({ path }) => path}
        empty={<EmptyState icon="file" title="Nenhuma página vista no período" />}
      />
    </Card>
  );
}

function PageName({ title, path }: { title: string; path: string }) {
  return (
    <span className="block min-w-0">
      <span className="block truncate font-medium">{title}</span>
      <span className="block truncate text-sm text-muted">{path}</span>
    </span>
  );
}

function barLabel(ms: number | null, last: number): { label: string; name: string } {
  if (ms === null) return { label: `> ${inSeconds(last)}`, name: `mais de ${loadTime(last)}` };
  return { label: inSeconds(ms), name: `até ${loadTime(ms)}` };
}

const timeLabel = (ms: number | null): string => (ms === null ? MISSING : loadTime(ms));
