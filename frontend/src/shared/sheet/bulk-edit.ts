/** Changes to a whole column: find and replace, prices by percent, prices that end in ,99. */
import { raisedBy, with99 } from "@/lib/money";
import { accept, effective, isEditable, isReadable } from "@/shared/sheet/cells";
import type { Edit, GridColumn, GridRow } from "@/shared/sheet/rows";

type Rows<T> = readonly GridRow<T>[];

/** Every occurrence of `find` in the column's cells, capitals or not; cells whose new text is refused stay. */
export function replaced<T>(rows: Rows<T>, column: GridColumn<T>, find: string, replacement: string): Edit[] {
  if (find === "") return [];
  const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  return changed(rows, column, (value) => value.replace(pattern, () => replacement));
}

/** Prices raised or lowered; `percent` as typed: "10", "-7,5". Null when it is no percentage. */
export function byPercent<T>(rows: Rows<T>, column: GridColumn<T>, percent: string): Edit[] | null {
  const hundredths = percentOf(percent);
  if (hundredths === null) return null;
  return changed(rows, column, (value) => raisedBy(value, hundredths));
}

/** Prices moved to the nearest that buyers see end in ,99; the typed amount is found for the euros that go out. */
export function endingIn99<T>(rows: Rows<T>, column: GridColumn<T>): Edit[] {
  return changed(rows, column, (value) => with99(value, column.rate));
}

function changed<T>(rows: Rows<T>, column: GridColumn<T>, change: (value: string) => string): Edit[] {
  const edits: Edit[] = [];
  for (const { id, data } of rows) {
    const before = effective(column, data);
    if (before === "" || !isEditable(column, data) || !isReadable(column, before)) continue;
    const { value } = accept(column, data, change(before));
    if (value !== null && value !== before) edits.push({ id, column: column.key, value });
  }
  return edits;
}

function percentOf(typed: string): bigint | null {
  const match = /^([+-]?)(\d{1,4})(?:[.,](\d{1,2}))?\s*%?$/.exec(typed.trim());
  if (match === null) return null;
  const [, sign, whole = "", fraction = ""] = match;
  const hundredths = BigInt(whole + fraction.padEnd(2, "0"));
  return sign === "-" ? -hundredths : hundredths;
}
