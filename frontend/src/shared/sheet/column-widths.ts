/** How wide the columns of the grid are. Its rows are grids of their own, which cannot agree on it by themselves. */
import type { CSSProperties } from "react";
import { effective } from "@/shared/sheet/cells";
import type { GridColumn, GridRow } from "@/shared/sheet/rows";

const STATUS_REM = 9.75;
const ACTION_REM = 2.5;
const PADDING_REM = 1;
const LETTER_REM = 0.4375;
const LETTERS = { least: 6, wanted: 14, most: 20 };

/** Columns of no given width share the room by their longest text, so that one with nothing in it takes little; a
 * login stays in one piece where a title takes two lines. */
export function columnWidths<T>(
  columns: readonly GridColumn<T>[],
  rows: readonly GridRow<T>[],
  removable: boolean,
): CSSProperties {
  const all = [
    fixed(STATUS_REM),
    ...columns.map((column) => (column.width === undefined ? shared(longest(column, rows)) : fixed(column.width))),
    ...(removable ? [fixed(ACTION_REM)] : []),
  ];
  return {
    "--sheet-tracks": all.map(({ track }) => track).join(" "),
    "--sheet-width": `${all.reduce((sum, { rem }) => sum + rem, 0)}rem`,
    "--sheet-columns": columns.length,
  } as CSSProperties;
}

const fixed = (rem: number) => ({ rem, track: `${rem}rem` });

function shared(letters: number) {
  const rem = PADDING_REM + Math.min(letters, LETTERS.wanted) * LETTER_REM;
  return { rem, track: `minmax(${rem}rem, ${letters}fr)` };
}

function longest<T>(column: GridColumn<T>, rows: readonly GridRow<T>[]): number {
  const most = rows.reduce((most, { data }) => Math.max(most, effective(column, data).length), column.header.length);
  return Math.min(Math.max(most, LETTERS.least), LETTERS.most);
}
