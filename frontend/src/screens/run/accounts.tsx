import type { RunDetail } from "@/api/runs";
import { Counters } from "@/screens/run/counters";
import { RowsCard } from "@/screens/run/rows-card";
import { useListState } from "@/shared/lists/use-list-state";
import type { Asked } from "@/shared/run/run-detail";

type AccountsProps = { run: RunDetail; onAsk: (asked: Asked) => void };

const ROWS_A_PAGE = 50;

/** The accounts of a run, counted by situation, and listed as the address narrows them. */
export default function Accounts({ run, onAsk }: AccountsProps) {
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
