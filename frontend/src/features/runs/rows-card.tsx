import { clsx } from "clsx";
import type { ListState } from "@/features/admin/use-list-state";
import { useServerList } from "@/features/admin/use-server-list";
import type { RunRow } from "@/features/bulk/run";
import { ROW_STATES } from "@/features/bulk/run-words";
import { rowColumns } from "@/features/runs/row-columns";
import { type Asked, counted, type RunDetail, rowsPath } from "@/features/runs/run-detail";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Pagination } from "@/ui/pagination";
import { Table } from "@/ui/table";

type RowsCardProps = { run: RunDetail; state: ListState; onShowAll: () => void; onAsk: (asked: Asked) => void };

/** Every account of the run, or those that the counters or a link narrowed it to. */
export function RowsCard({ run, state, onShowAll, onAsk }: RowsCardProps) {
  const rows = useServerList<RunRow>(rowsPath(run.id), state);
  const showAll = (
    <Button size="sm" onClick={onShowAll}>
      Mostrar todas
    </Button>
  );
  return (
    <Card
      title="Contas"
      description={rows.data && narrowingWords(state, rows.data.total)}
      actions={state.isNarrowed && showAll}
      padded={false}
    >
      <div className={clsx("transition-opacity", rows.isPlaceholderData && "opacity-60")}>
        <Table
          caption="Contas da execução"
          columns={rowColumns(run.title, (about, row) => onAsk({ about, row }))}
          rows={rows.data?.rows}
          rowKey={({ id }) => id}
          error={rows.error}
          onRetry={rows.refetch}
          expectedRows={8}
          empty={<EmptyState icon="search" title="Nenhuma conta aqui" action={showAll} />}
        />
      </div>
      <Pagination offset={state.offset} limit={state.limit} total={rows.data?.total ?? 0} onChange={state.setOffset} />
    </Card>
  );
}

function narrowingWords({ filters }: ListState, total: number): string {
  if (filters.line) return `Só a linha ${filters.line}`;
  const words = ROW_STATES[filters.state as RunRow["state"]];
  return `${counted(total, "conta", "contas")}${words ? ` · ${words.many}` : ""}`;
}
