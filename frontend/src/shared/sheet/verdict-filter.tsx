import { useMemo } from "react";
import { integer } from "@/lib/format";
import type { GridRow, Verdict } from "@/shared/sheet/rows";
import { VERDICT_ORDER, VERDICTS } from "@/shared/sheet/verdicts";

type VerdictFilterProps = {
  rows: readonly GridRow<unknown>[];
  /** Null shows all of them. */
  value: Verdict | null;
  onChange: (value: Verdict | null) => void;
};

/** How many rows have each verdict; pressing one shows only those. */
export function VerdictFilter({ rows, value, onChange }: VerdictFilterProps) {
  const counts = useMemo(() => countsOf(rows), [rows]);
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Mostrar linhas</legend>
      <Choice label="Todas" count={rows.length} pressed={value === null} onPress={() => onChange(null)} />
      {VERDICT_ORDER.filter((verdict) => counts[verdict] > 0 || verdict === value).map((verdict) => (
        <Choice
          key={verdict}
          label={VERDICTS[verdict].many}
          tone={VERDICTS[verdict].tone}
          count={counts[verdict]}
          pressed={value === verdict}
          onPress={() => onChange(value === verdict ? null : verdict)}
        />
      ))}
    </fieldset>
  );
}

function countsOf(rows: readonly GridRow<unknown>[]): Record<Verdict, number> {
  const counts = { valid: 0, warning: 0, duplicate: 0, invalid: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

type ChoiceProps = { label: string; count: number; tone?: string; pressed: boolean; onPress: () => void };

function Choice({ label, count, tone, pressed, onPress }: ChoiceProps) {
  return (
    <button type="button" className="sheet-choice" aria-pressed={pressed} onClick={onPress}>
      <span className={tone && "status"} data-tone={tone}>
        {label}
      </span>{" "}
      <span className="text-muted tabular-nums">{integer(count)}</span>
    </button>
  );
}
