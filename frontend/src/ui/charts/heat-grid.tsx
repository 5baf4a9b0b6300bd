import { type PointerEvent, useState } from "react";

type HeatGridProps = {
  caption: string;
  /** The name of each row, and of each column. */
  rows: readonly string[];
  columns: readonly string[];
  /** One count for each row and column. */
  counts: readonly (readonly number[])[];
  /** What a cell says: "38 páginas vistas". */
  format: (count: number) => string;
};

const NAMED_EVERY = 3;
const LEGEND = [0, 0.25, 0.5, 0.75, 1];

/** Counts by two things that repeat, such as weekday and hour: the more, the stronger. It is a table for everyone. */
export function HeatGrid({ caption, rows, columns, counts, format }: HeatGridProps) {
  const [chosen, setChosen] = useState<readonly [number, number]>();
  const highest = Math.max(1, ...counts.flat());
  const [row, column] = chosen ?? peakOf(counts);
  const look = ({ target }: PointerEvent) => {
    const cell = target instanceof HTMLElement ? target.closest("td") : null;
    if (cell) setChosen([Number(cell.dataset.row), Number(cell.dataset.column)]);
  };
  return (
    <figure>
      <p className="mb-3 flex flex-wrap justify-between gap-x-4 text-sm" aria-hidden="true">
        <span className="text-muted">
          {chosen ? "" : "Maior movimento: "}
          {rows[row]}, {columns[column]}
        </span>
        <span className="font-medium tabular-nums">{format(counts[row]?.[column] ?? 0)}</span>
      </p>
      <table className="heat" onPointerOver={look} onPointerDown={look} onPointerLeave={() => setChosen(undefined)}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((name, index) => (
              <th key={name} scope="col">
                <span className={index % NAMED_EVERY === 0 ? undefined : "sr-only"}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((name, rowIndex) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {counts[rowIndex]?.map((count, index) => (
                <td
                  key={columns[index]}
                  data-row={rowIndex}
                  data-column={index}
                  style={{ background: heat(count / highest) }}
                >
                  <span className="sr-only">{format(count)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 flex items-center justify-end gap-1 text-xs text-muted" aria-hidden="true">
        <span className="mr-1">menos</span>
        {LEGEND.map((share) => (
          <span key={share} className="size-3 rounded-sm" style={{ background: heat(share) }} />
        ))}
        <span className="ml-1">mais</span>
      </p>
    </figure>
  );
}

/** Nothing is the ground; anything at all is told apart from it. */
function heat(share: number): string {
  if (share === 0) return "var(--sunken)";
  return `color-mix(in oklab, var(--accent) ${Math.round(14 + 86 * share)}%, var(--sunken))`;
}

/** The row and the column of the first of the highest counts. */
function peakOf(counts: readonly (readonly number[])[]): readonly [number, number] {
  const all = counts.flat();
  const [at, width] = [all.indexOf(Math.max(...all)), counts[0]?.length ?? 1];
  return [Math.floor(at / width), at % width];
}
