import { analyticsKeys, summaryQuery } from "@/api/analytics";
import "@/styles/charts.css";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { mount } from "@/app/mount";
import { lazy } from "@/lib/lazy";
import { useUrlState } from "@/lib/use-url-state";
import { ActivityTab } from "@/screens/employee-analytics/activity-tab";
import { Definitions, KpiCards } from "@/screens/employee-analytics/kpi-cards";
import { DEFAULT_RANGE, RANGES, rangeOf } from "@/screens/employee-analytics/labels";
import { Button } from "@/ui/button";
import { Select } from "@/ui/fields";
import { PageActions } from "@/ui/page-actions";
import { ErrorState } from "@/ui/states";
import { Tabs } from "@/ui/tabs";

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
        <Select
          aria-label="Período"
          className="w-auto"
          options={RANGES}
          value={range.value}
          onChange={(event) => setChosen(event.target.value)}
        />
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
