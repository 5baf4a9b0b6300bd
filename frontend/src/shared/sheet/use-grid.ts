import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { plural } from "@/lib/format";
import { toast } from "@/lib/toast";
import { asText, type Cells, parsePaste } from "@/shared/sheet/clipboard";
import { moveCell, type Spot, tabCell } from "@/shared/sheet/moves";
import type { Edit, GridColumn, GridRow } from "@/shared/sheet/rows";
import { accept, isEditable } from "@/shared/sheet/rows";

/** A cell by its row's id, so that it stays with the row; `row` is where it was, for when the row is gone. */
type Place = Spot & { id: string };
/** `typed` is what the editor begins with, null for what the cell holds. */
type Editing = { id: string; column: number; typed: string | null };
type Range = { top: number; bottom: number; left: number; right: number };

type GridOptions<T> = {
  rows: readonly GridRow<T>[];
  indexes: ReadonlyMap<string, number>;
  columns: readonly GridColumn<T>[];
  /** One cell instead of the columns, for rows that could not be parted into them: those where it is editable. */
  whole?: GridColumn<T> | undefined;
  onEdit: (edits: Edit[]) => void;
  onCheck: (ids: readonly string[]) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  grid: RefObject<HTMLElement | null>;
  exit: RefObject<HTMLElement | null>;
  /** What Enter does in a cell that is not edited: press what is in it. */
  press: (row: GridRow<T>, column: number) => void;
};

/** Column 0 is the row's status; the declared ones follow. */
export const STATUS = 0;
const PAGE_ROWS = 15;
const REFUSED = [
  "valor não foi colado: não cabe nessa célula ou passa do fim da grade.",
  "valores não foram colados: não cabem nessas células ou passam do fim da grade.",
] as const;

/** Cursor, range, editor, clipboard and keys of a spreadsheet. */
export function useGrid<T>(options: GridOptions<T>) {
  const { rows, indexes, columns, whole, onEdit, onCheck, undo, redo, grid, exit, press } = options;
  const [cursor, setCursor] = useState<Place | null>(null);
  const [anchor, setAnchor] = useState<Place | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);

  const bounds = { rows: rows.length, columns: columns.length + 1, page: PAGE_ROWS };
  const spotOf = ({ id, row, column }: Place): Spot => ({
    row: indexes.get(id) ?? Math.max(0, Math.min(row, rows.length - 1)),
    column: Math.min(column, columns.length),
  });
  const at = cursor && rows.length > 0 ? spotOf(cursor) : null;
  const range = at && rangeOf(at, anchor ? spotOf(anchor) : at);

  const columnAt = ({ row, column }: Spot): GridColumn<T> | undefined => {
    const account = rows[row];
    if (!account || column === STATUS) return undefined;
    return whole && isEditable(whole, account.data) ? whole : columns[column - 1];
  };
  const editableAt = (spot: Spot) => {
    const [account, column] = [rows[spot.row], columnAt(spot)];
    return account !== undefined && column !== undefined && isEditable(column, account.data);
  };
  const isWhole = ({ data }: GridRow<T>) => whole !== undefined && isEditable(whole, data);
  const stops = (spot: Spot) => {
    const account = rows[spot.row];
    return editableAt(spot) && !(account && isWhole(account) && spot.column > 1);
  };

  const place = (spot: Spot, extend = false) => {
    const next = { id: rows[spot.row]?.id ?? "", ...spot };
    if (!extend) setAnchor(next);
    setCursor(next);
  };
  const edit = (spot: Spot, typed: string | null = null) => {
    const [account, column] = [rows[spot.row], columnAt(spot)];
    if (!account || !column || !isEditable(column, account.data)) return false;
    place(spot);
    setEditing({ id: account.id, column: spot.column, typed });
    return true;
  };
  const close = () => {
    setEditing(null);
    grid.current?.focus({ preventScroll: true });
  };
  /** The editor's value, and where its key leads. */
  const commit = (value: string | null, key: "Enter" | "Tab" | "", back: boolean) => {
    const row = editing === null ? undefined : indexes.get(editing.id);
    if (editing === null || row === undefined) return setEditing(null);
    const at = { row, column: editing.column };
    const column = columnAt(at);
    if (value !== null && column) onEdit([{ id: editing.id, column: column.key, value }]);
    if (key === "") return setEditing(null);
    close();
    const step = back ? -1 : 1;
    const next =
      key === "Tab" ? tabCell(at, step, bounds, stops) : moveCell(back ? "ArrowUp" : "ArrowDown", false, at, bounds);
    if (next) place(next);
  };

  const cells = ({ top, bottom, left, right }: Range): Cells<T> => ({
    rows: rows.slice(top, bottom + 1),
    columnsOf: (row) =>
      whole && isEditable(whole, row) ? [whole] : columns.slice(Math.max(0, left - 1), Math.max(0, right)),
  });
  const clear = (chosen: Range) => {
    const { rows: some, columnsOf } = cells(chosen);
    const edits = some.flatMap(({ id, data }) =>
      columnsOf(data)
        .filter((column) => isEditable(column, data) && accept(column, data, "").value !== null)
        .map((column) => ({ id, column: column.key, value: "" })),
    );
    if (edits.length > 0) onEdit(edits);
  };
  const copy = (event: ClipboardEvent) => {
    if (range === null || event.target !== event.currentTarget) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", asText(cells(range)));
  };
  const cut = (event: ClipboardEvent) => {
    copy(event);
    if (range !== null && event.isDefaultPrevented()) clear(range);
  };
  const paste = (event: ClipboardEvent) => {
    if (range === null || event.target !== event.currentTarget) return;
    event.preventDefault();
    const reach = { ...range, bottom: rows.length - 1, right: columns.length };
    const { edits, refused } = parsePaste(event.clipboardData.getData("text/plain"), cells(range), cells(reach));
    if (edits.length > 0) onEdit(edits);
    if (refused > 0) toast.error(plural(refused, ...REFUSED));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || at === null || range === null || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    if (control ? withControl(event, at) : plain(event, at, range)) event.preventDefault();
  };
  const withControl = ({ key, shiftKey }: KeyboardEvent, at: Spot): boolean => {
    const letter = key.toLowerCase();
    if (letter === "z" || letter === "y") {
      (letter === "y" || shiftKey ? redo : undo)?.();
      return true;
    }
    if (letter === "a") {
      setAnchor({ id: rows[0]?.id ?? "", row: 0, column: at.column });
      place({ row: rows.length - 1, column: at.column }, true);
      return true;
    }
    const next = moveCell(key, true, at, bounds);
    if (next) place(next, shiftKey);
    return next !== null;
  };
  const plain = (event: KeyboardEvent, at: Spot, range: Range): boolean => {
    const { key, shiftKey } = event;
    if (key === "Enter" || key === "F2") {
      const account = rows[at.row];
      if (!edit(at) && account) press(account, at.column);
      return true;
    }
    if (key === "Escape") {
      if (range.top !== range.bottom || range.left !== range.right) setAnchor(cursor);
      else exit.current?.focus();
      return true;
    }
    if (key === "Delete" || key === "Backspace") {
      clear(range);
      return true;
    }
    if (key === " " && (shiftKey || at.column === STATUS)) {
      onCheck(rows.slice(range.top, range.bottom + 1).map(({ id }) => id));
      return true;
    }
    if (key === "Tab") {
      const next = tabCell(at, shiftKey ? -1 : 1, bounds, stops);
      if (next) place(next);
      return next !== null;
    }
    const next = moveCell(key, false, at, bounds);
    if (next) place(next, shiftKey);
    // A letter begins a new text in the cell, as in a spreadsheet.
    return next !== null || (key.length === 1 && !event.nativeEvent.isComposing && edit(at, key));
  };

  return {
    cursor: at,
    range,
    editing,
    isWhole,
    /** A cell was pressed; `extend` from the one before. */
    select: (id: string, column: number, extend: boolean) => {
      const row = indexes.get(id);
      if (row !== undefined) place({ row, column }, extend);
    },
    edit: (id: string, column: number) => {
      const row = indexes.get(id);
      if (row !== undefined) edit({ row, column });
    },
    commit,
    cancel: close,
    handlers: {
      onKeyDown,
      onCopy: copy,
      onCut: cut,
      onPaste: paste,
      onFocus: ({ target, currentTarget }: FocusEvent) => {
        if (target === currentTarget && cursor === null && rows.length > 0) place({ row: 0, column: 1 });
      },
    },
  };
}

function rangeOf(one: Spot, other: Spot): Range {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}
