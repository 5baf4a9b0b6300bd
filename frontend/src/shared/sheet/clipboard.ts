/** Cells as spreadsheets copy them: tabs between columns, a line a row, quotes around a cell with any of these. */

import { accept, type Edit, type GridColumn, type GridRow, isEditable, toText } from "@/shared/sheet/rows";

/** Some cells of the grid; rows may differ in which columns they have. */
export type Cells<T> = { rows: readonly GridRow<T>[]; columnsOf: (row: T) => readonly GridColumn<T>[] };

export function asText<T>({ rows, columnsOf }: Cells<T>): string {
  return rows
    .map(({ data }) =>
      columnsOf(data)
        .map((column) => quote(toText(column, data)))
        .join("\t"),
    )
    .join("\n");
}

/** What pasting `text` changes, and how many values no cell took.
 * One value goes into every cell of `target`; several go into a cell each, from the first one of `reach` on. */
export function parsePaste<T>(text: string, target: Cells<T>, reach: Cells<T>): { edits: Edit[]; refused: number } {
  const lines = parseCells(text);
  const single = lines.length === 1 && lines[0]?.length === 1;
  const { rows, columnsOf } = single ? target : reach;
  const edits: Edit[] = [];
  let refused = 0;
  for (const values of single ? [] : lines.slice(rows.length)) refused += values.length;
  for (const [y, { id, data }] of rows.slice(0, single ? rows.length : lines.length).entries()) {
    const values = lines[single ? 0 : y] ?? [];
    const columns = columnsOf(data);
    if (!single) refused += Math.max(0, values.length - columns.length);
    for (const [x, column] of columns.slice(0, single ? columns.length : values.length).entries()) {
      const { value } = isEditable(column, data) ? accept(column, data, values[single ? 0 : x] ?? "") : REFUSED;
      if (value === null) refused += 1;
      else edits.push({ id, column: column.key, value });
    }
  }
  return { edits, refused };
}

const REFUSED = { value: null };

const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/y;

function parseCells(text: string): string[][] {
  const whole = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const lines: string[][] = [[]];
  CELL.lastIndex = 0;
  for (let cell = CELL.exec(whole); cell !== null; cell = CELL.exec(whole)) {
    const [, inQuotes, plain = "", end] = cell;
    lines.at(-1)?.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    if (end === "") break;
    if (end === "\n") lines.push([]);
  }
  return lines;
}

const quote = (text: string): string => (/[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
