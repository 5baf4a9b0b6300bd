/** The tabs behind the first one. */
import type { Kpi, Point, SeenPage, Summary } from "@/api/analytics";
import { integer, numberFormat, plural } from "@/lib/format";
import { duration, FigureRow, loadTime, MISSING, percent, plotPoints } from "@/screens/employee-analytics/labels";
import { Alert } from "@/ui/announcement";
import { Button, Icon } from "@/ui/button";
import { Card, EmptyState } from "@/ui/card";
import { axisEnd, ColumnChart, LineChart } from "@/ui/charts/time-charts";
import { type Column, column, Table } from "@/ui/table";

/** Percent of a part; nothing of nothing. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);

const hundredths = numberFormat({ maximumFractionDigits: 2 });

/** 750 → "0,75" */
const inSeconds = (ms: number): string => hundredths(ms / 1000);

/** 'Páginas Mais Visitadas': the most seen first, its bar against the first one's. */
export function PagesTab({ pages }: { pages: readonly SeenPage[] }) {
  const total = pages.reduce((sum, { views }) => sum + views, 0);
  const most = pages[0]?.views ?? 1;
  return (
    <Card
      title="Páginas Mais Visitadas"
      description={`${plural(total, "página vista", "páginas vistas")} no período`}
      padded={false}
    >
      {total === 0 ? (
        <EmptyState icon="file" title="Nenhuma página vista no período" />
      ) : (
        <ol>
          {pages.map(({ path, title, views, seconds }) => (
            <li key={path} className="page-row">
              <div className="min-w-0">
                <p className="truncate font-medium">{title}</p>
                <p className="truncate text-sm text-muted">{path}</p>
              </div>
              <div className="h-2 rounded-sm bg-sunken" aria-hidden="true">
                <div className="h-full rounded-sm bg-accent" style={{ width: `${(views / most) * 100}%` }} />
              </div>
              <p className="text-end tabular-nums">
                <span className="font-medium">{integer(views)}</span>{" "}
                <span className="text-sm text-muted">{percent(share(views, total) ?? 0)}</span>
              </p>
              <p className="text-end text-sm text-muted tabular-nums max-sm:col-span-2">{duration(seconds)} por visita</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

const VIEWS = [
  { title: "Heatmaps", open: "Abrir Heatmaps", description: "Onde as pessoas clicam e até onde rolam cada página." },
  {
    title: "Recordings",
    open: "Abrir Recordings",
    description: "Gravações de sessões, para rever como uma tela foi usada.",
  },
] as const;

/** Buttons that open a heatmap service of others, disabled until HEATMAP_URL names one. Nothing of ours is sent
 * there. */
export function HeatmapsTab({ url }: { url: string }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {url === "" && (
        <Alert>
          Nenhum serviço de heatmaps está configurado. Quem administra o servidor define o endereço na variável{" "}
          <code>HEATMAP_URL</code>; até lá os botões ficam desativados.
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {VIEWS.map(({ title, open, description }) => (
          <Card key={title} title={title} description={description}>
            <p className="mb-4 text-muted">
              As telas mostram senhas de contas, por isso esta plataforma não grava cliques nem imagens e não envia nada a
              esse serviço.
            </p>
            {url === "" ? (
              <Button disabled>{open}</Button>
            ) : (
              <a className="btn btn-secondary" href={url} target="_blank" rel="noreferrer">
                <Icon name="external" />
                {open}
              </a>
            )}
          </Card>
        ))}
      </div>
    </div>
  );
}

/** Log-in rate, task completion against its target of 90 %, load time of real pages. */
export function PerformanceTab({ summary }: { summary: Summary }) {
  const { loginRate, taskCompletion, taskTarget, byHour } = summary;
  const unit = byHour ? "por hora" : "por dia";
  const rate = (caption: string, kpi: Kpi, of: (at: Point) => number | null) => ({
    caption: `${caption}, ${unit}`,
    points: plotPoints(summary, of),
    format: percent,
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
  const loads = plotPoints(summary, ({ loadMs }) => loadMs);
  return (
    <>
      <Card title="Tempo de carregamento" description="Páginas por tempo até carregar, em segundos">
        <ColumnChart
          caption="Páginas por tempo de carregamento"
          points={bars.map(({ ms, count }) => ({ ...barLabel(ms, bars.at(-2)?.ms ?? 0), value: count }))}
          format={(count) => plural(count, "página", "páginas")}
          overall={plural(load.count, "página medida", "páginas medidas")}
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
            format={loadTime}
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
