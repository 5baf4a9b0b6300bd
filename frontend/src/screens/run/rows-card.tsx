import { knownTotal } from "@/api/query";
import type { RunDetail, RunRow } from "@/api/runs";
import { runRowsQuery } from "@/api/runs";
import { counted } from "@/lib/format";
import { rowColumns } from "@/screens/run/row-columns";
import type { ListState } from "@/shared/lists/use-list-state";
import { useServerList } from "@/shared/lists/use-server-list";
import type { Asked } from "@/shared/run/run-detail";
import { ROW_STATES } from "@/shared/run/run-words";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PagedTable } from "@/ui/paged-table";

type RowsCardProps = { run: RunDetail; state: ListState; onShowAll: () => void; onAsk: (asked: Asked) => void };

/** Every account of the run, or those that the counters or a link narrowed it to. */
export function RowsCard({ run, state, onShowAll, onAsk }: RowsCardProps) {
  const rows = useServerList((query) => runRowsQuery(run.id, query), state);
  const showAll = (
    <Button size="sm" onClick={onShowAll}>
      Mostrar todas
    </Button>
  );
  return (
    <Card
      title="Contas"
      description={narrowingWords(state, knownTotal(rows))}
      actions={state.isNarrowed && showAll}
      padded={false}
    >
      <PagedTable
        caption="Contas da execução"
        query={rows}
        columns={rowColumns(run.title, (about, row) => onAsk({ about, row }))}
        rowKey={({ id }) => id}
        offset={state.offset}
        limit={state.limit}
        onOffset={state.setOffset}
        expectedRows={8}
        empty={<EmptyState icon="search" title="Nenhuma conta aqui" action={showAll} />}
      />
    </Card>
  );
}

function narrowingWords({ filters }: ListState, total: number | undefined): string {
  if (filters.line) return `Só a linha ${filters.line}`;
  const words = ROW_STATES[filters.state as RunRow["state"]];
  const count = total === undefined ? "…" : counted(total, "conta", "contas");
  return words ? `${count} · ${words.many}` : count;
}
