import type { ResultGroup } from "@/api/results";
import { integer, money, monthYear } from "@/lib/format";
import { EmptyState } from "@/ui/card";
import { ColumnChart } from "@/ui/charts/time-charts";

/** Profit by the month in which the marketplace paid. */
export default function Months({ months, total }: { months: readonly ResultGroup[]; total: string }) {
  if (months.length === 0) {
    return (
      <EmptyState icon="chart" title="Nada recebido ainda" description="O lucro aparece quando o marketplace paga." />
    );
  }
  return (
    <ColumnChart
      caption="Lucro por mês"
      points={months.map(({ key, profit }) => ({
        label: `${key.slice(5)}/${key.slice(2, 4)}`,
        name: monthYear(key),
        value: Number(profit),
      }))}
      format={(value) => money(value)}
      overall={money(total)}
      tick={integer}
    />
  );
}
