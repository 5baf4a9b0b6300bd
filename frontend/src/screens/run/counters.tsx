import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { RowState, Run } from "@/api/runs";
import { integer } from "@/lib/format";
import { ROW_STATES } from "@/shared/run/run-words";
import { Status } from "@/ui/status";

const ORDER: RowState[] = ["created", "failed", "uncertain", "duplicate", "unsent", "queued", "sending", "verifying"];

type CountersProps = {
  run: Run;
  /** The state that the list below shows, "" for all, null for neither. */
  chosen: string | null;
  onChoose: (state: string) => void;
};

/** Every account is in one of these, so that they always add up to the total; each narrows the list below. */
export function Counters({ run: { counts, total }, chosen, onChoose }: CountersProps) {
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
