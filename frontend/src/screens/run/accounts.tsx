import { clsx } from "clsx";
import type { ReactNode } from "react";
import { knownTotal } from "@/api/query";
import { type RowState, type Run, type RunDetail, type RunRow, runRowsQuery } from "@/api/runs";
import { counted, integer } from "@/lib/format";
import { rowColumns } from "@/screens/run/row-columns";
import { type ListState, useListState, useServerList } from "@/shared/lists/use-list";
import { type Asked, ROW_STATES } from "@/shared/run/run";
import { Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/states";
import { PagedTable } from "@/ui/table";

const ROWS_A_PAGE = 50;

/** The accounts of a run, counted by situation, and listed as the address narrows them. */
export default function Accounts({ run, onAsk }: { run: RunDetail; onAsk: (asked: Asked) => void }) {
  const state = useListState({ filters: ["state", "line"], limit: ROWS_A_PAGE });
  const { line, state: chosen = "" } = state.filters;
  const narrow = (wanted: string) => state.setFilters({ state: wanted, line: "" });
  return (
    <>
      <Counters run={run} chosen={line ? null : chosen} onChoose={narrow} />
      <RowsCard run={run} state={state} onShowAll={() => narrow("")} onAsk={onAsk} />
    </>
  );
}

type RowsCardProps = { run: RunDetail; state: ListState; onShowAll: () => void; onAsk: (asked: Asked) => void };

/** Every account of the run, or those that the counters or a link narrowed it to. */
function RowsCard({ run, state, onShowAll, onAsk }: RowsCardProps) {
  const rows = useServerList((query) => runRowsQuery(run.id, query), state);
  const showAll = (
    <Button size="sm" onClick={onShowAll}>
      Mostrar todas
    </Button>
  );
  return (
    <Card
      title="Contas"
      description={narrowingLabel(state, knownTotal(rows))}
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

function narrowingLabel({ filters }: ListState, total: number | undefined): string {
  if (filters.line) return `Só a linha ${filters.line}`;
  const words = ROW_STATES[filters.state as RunRow["state"]];
  const count = total === undefined ? "…" : counted(total, "conta", "contas");
  return words ? `${count} · ${words.many}` : count;
}

const ORDER: RowState[] = ["created", "failed", "uncertain", "duplicate", "unsent", "queued", "sending", "verifying"];

type CountersProps = {
  run: Run;
  /** The state that the list below shows, "" for all, null for neither. */
  chosen: string | null;
  onChoose: (state: string) => void;
};

/** Every account is in one of these, so that they always add up to the total; each narrows the list below. */
function Counters({ run: { counts, total }, chosen, onChoose }: CountersProps) {
  return (
    <fieldset className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border border-line bg-line xl:grid-cols-9">
      <legend className="sr-only">Mostrar contas por situação</legend>
      <Counter label="Total" count={total} pressed={chosen === ""} onPress={() => onChoose("")} />
      {ORDER.map((state) => (
        <Counter
          key={state}
          label={<Status tone={ROW_STATES[state].tone}>{ROW_STATES[state].many}</Status>}
          count={counts[state]}
          pressed={chosen === state}
          onPress={() => onChoose(state)}
        />
      ))}
    </fieldset>
  );
}

type CounterProps = { label: ReactNode; count: number; pressed: boolean; onPress: () => void };

function Counter({ label, count, pressed, onPress }: CounterProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={clsx(
        "flex min-w-0 flex-col items-start gap-0.5 px-3 py-2.5 text-start",
        pressed ? "bg-accent-soft" : "bg-surface hover:bg-sunken",
      )}
      onClick={onPress}
    >
      <span className="text-sm text-muted">{label}</span>{" "}
      <span className={clsx("text-lg font-semibold tabular-nums", count === 0 && "text-muted")}>{integer(count)}</span>
    </button>
  );
}
