import { Suspense } from "react";
import type { Point, Summary } from "@/api/analytics";
import { counted, integer } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { FigureRow } from "@/screens/employee-analytics/figure-row";
import { duration, HOURS, plotted, WEEKDAYS } from "@/screens/employee-analytics/labels";
import { Card } from "@/ui/card";
import { HeatGrid } from "@/ui/charts/heat-grid";
import { ColumnChart } from "@/ui/charts/time-charts";
import { EmptyState, Skeleton } from "@/ui/states";
import { WhenNear } from "@/ui/when-near";

const PeopleCard = lazy(() => import("@/screens/employee-analytics/people-card"));

/** 'Atividade dos Funcionários': when people work, how much, and who. */
export function ActivityTab({ summary, range }: { summary: Summary; range: string }) {
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
