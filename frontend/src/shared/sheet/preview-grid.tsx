import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  startTransition,
  type UIEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { GridLine } from "@/shared/sheet/grid-row";
import { type Edit, effective, type GridColumn, type GridRow, memoMap } from "@/shared/sheet/rows";
import { STATUS, useGrid } from "@/shared/sheet/use-grid";
import { IconButton } from "@/ui/button";

export type PreviewGridProps<T> = {
  label: string;
  rows: readonly GridRow<T>[];
  columns: readonly GridColumn<T>[];
  /** One cell instead of the columns, for the rows where it is editable: a line that could not be parted. */
  whole?: GridColumn<T> | undefined;
  checked: ReadonlySet<string>;
  /** Check these, or uncheck them when all of them are checked. */
  onCheck: (ids: readonly string[]) => void;
  /** One call is one step to undo. */
  onEdit: (edits: Edit[]) => void;
  /** The accounts with what was written into their cells. */
  edited: (accounts: readonly T[], edits: readonly Edit[]) => readonly T[];
  onRemove?: ((ids: readonly string[]) => void) | undefined;
  undo: (() => void) | null;
  redo: (() => void) | null;
  panel?: ((row: GridRow<T>) => ReactNode) | undefined;
};

/** The most of the list that is ever in sight, as the stylesheet has it. */
const viewHeight = (narrow: boolean) => (narrow ? innerHeight * 0.75 : Math.max(400, innerHeight - 304));
const ROW_HEIGHT = 40;
const NOTE_HEIGHT = 24;
const CARD_LINE = 34;

/** Accounts as a spreadsheet: arrows, Tab, Enter, F2, Escape, Delete, Ctrl+C/X/V/A/Z, Space to select a row.
 *
 * The grid itself has the focus and names its active cell, so that rows may come and go while people scroll. What
 * stands in cells and is pressed has no tab stop of its own: Enter presses it. On phones a row is a card.
 */
export function PreviewGrid<T>(props: PreviewGridProps<T>) {
  const { label, columns, whole, checked, onRemove, panel } = props;
  const gridId = useId();
  const table = useRef<HTMLTableElement>(null);
  const exit = useRef<HTMLParagraphElement>(null);
  const narrow = useNarrow();
  const [secrets, setSecrets] = useState(false);
  const removable = onRemove !== undefined;
  const widths = useMemo(() => columnWidths(columns, removable), [columns, removable]);
  const style = useMemo(() => widths(props.rows), [widths, props.rows]);
  // A cell shows at once what was written into it; what follows from that for all the accounts may take longer.
  const [rows, write] = useOptimistic(props.rows, (known, edits: Edit[]) => withEdits(known, edits, props.edited));
  const indexes = useMemo(() => new Map(props.rows.map(({ id }, index) => [id, index])), [props.rows]);
  const grid = useGrid<T>({
    ...props,
    rows,
    indexes,
    onEdit: (edits) =>
      startTransition(() => {
        write(edits);
        props.onEdit(edits);
      }),
    grid: table,
    exit,
    press: pressIn(gridId),
  });
  const { cursor, range, editing } = grid;
  // The keys go on beside the row that went, Ctrl+Z as the first of them.
  const remove = (ids: readonly string[]) => {
    grid.select(ids[0] ?? "", STATUS, false);
    table.current?.focus({ preventScroll: true });
    onRemove?.(ids);
  };
  const latest = { onCommit: grid.commit, onCancel: grid.cancel, onCheck: props.onCheck, onRemove: remove };
  const actions = useRef(latest);
  useLayoutEffect(() => {
    actions.current = latest;
  });
  const activeRow = cursor && rows[cursor.row];
  const heightOf = useMemo(() => (narrow ? cardHeight(columns.length) : rowHeight), [narrow, columns.length]);
  // What is written into a cell moves no row.
  const offsets = useMemo(() => offsetsOf(props.rows, heightOf), [props.rows, heightOf]);
  const pinned = [editing ? indexes.get(editing.id) : cursor?.row, rows.findIndex((row) => panel?.(row))];
  const { slots, onScroll } = useRowWindow(rows, viewHeight(narrow), offsets, pinned);
  // A row in one piece has its text in the first column, wherever the cursor came from.
  const activeColumn = cursor && (activeRow && grid.isWhole(activeRow) ? Math.min(cursor.column, 1) : cursor.column);
  const activeCell = activeRow ? `${gridId}-${activeRow.id}-${activeColumn}` : undefined;

  useLayoutEffect(() => {
    const inGrid = table.current?.contains(document.activeElement);
    if (activeCell && inGrid)
      document.getElementById(activeCell)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [activeCell]);

  const onMouse = (event: MouseEvent, act: (id: string, column: number) => void) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
    const pressed = (event.target as Element).closest("button, a, input, label, textarea, select");
    if (cell && !pressed) act(cell.dataset.row ?? "", Number(cell.dataset.cell));
  };

  return (
    <>
      <div className="sheet-view" onScroll={onScroll}>
        <table
          ref={table}
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-describedby={`${gridId}-hint`}
          aria-multiselectable="true"
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length + 1}
          aria-activedescendant={activeCell}
          className="sheet"
          style={style}
          onMouseDown={(event) =>
            event.button === 0 && onMouse(event, (id, column) => grid.select(id, column, event.shiftKey))
          }
          onMouseOver={(event) => event.buttons === 1 && onMouse(event, (id, column) => grid.select(id, column, true))}
          onFocus={grid.handlers.onFocus}
          onDoubleClick={(event) => onMouse(event, grid.edit)}
          onClick={(event) => (narrow || isTouch(event)) && onMouse(event, grid.edit)}
          onKeyDown={grid.handlers.onKeyDown}
          onCopy={grid.handlers.onCopy}
          onCut={grid.handlers.onCut}
          onPaste={grid.handlers.onPaste}
        >
          <thead role="rowgroup">
            <tr role="row" aria-rowindex={1} className="sheet-row">
              <th role="columnheader" scope="col" aria-colindex={1} aria-label="Status">
                <input
                  type="checkbox"
                  className="mr-2 size-4"
                  aria-label="Selecionar todas as linhas mostradas"
                  checked={rows.every(({ id }) => checked.has(id))}
                  onChange={() => props.onCheck(rows.map(({ id }) => id))}
                />
                Status
              </th>
              {columns.map(({ key, header, kind }, index) => (
                <th
                  key={key}
                  role="columnheader"
                  scope="col"
                  aria-label={kind === "secret" ? header : undefined}
                  aria-colindex={index + 2}
                  data-kind={kind}
                >
                  {header}
                  {kind === "secret" && (
                    <IconButton
                      icon={secrets ? "eye-off" : "eye"}
                      size="sm"
                      className="sheet-eye"
                      label={`${secrets ? "Ocultar" : "Mostrar"}: ${header}`}
                      onClick={() => setSecrets(!secrets)}
                    />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {slots.map((slot) =>
              "gap" in slot ? (
                // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
                <tr key={`gap-${slot.before}`} aria-hidden="true" className="sheet-gap" style={{ height: slot.gap }} />
              ) : (
                <GridLine
                  key={slot.row.id}
                  row={slot.row}
                  index={slot.index}
                  gridId={gridId}
                  columns={columns}
                  whole={whole && grid.isWhole(slot.row) ? whole : null}
                  active={cursor?.row === slot.index ? cursor.column : -1}
                  from={range && within(slot.index, range) ? range.left : -1}
                  to={range && within(slot.index, range) ? range.right : -1}
                  editing={editing?.id === slot.row.id ? editing : null}
                  checked={checked.has(slot.row.id)}
                  actions={actions}
                  removable={removable}
                  secrets={secrets}
                >
                  {panel?.(slot.row)}
                </GridLine>
              ),
            )}
          </tbody>
        </table>
      </div>
      <p ref={exit} id={`${gridId}-hint`} tabIndex={-1} className="sheet-hint">
        Enter ou F2 edita · Tab avança · Ctrl+C e Ctrl+V copiam e colam células · Ctrl+Z desfaz · Esc sai da tabela
      </p>
    </>
  );
}

function withEdits<T>(rows: readonly GridRow<T>[], edits: readonly Edit[], edited: PreviewGridProps<T>["edited"]) {
  const ids = new Set(edits.map(({ id }) => id));
  const before = rows.filter(({ id }) => ids.has(id));
  const data = before.map((row) => row.data);
  const after = edited(data, edits);
  const byId = new Map(before.map((row, index) => [row.id, { ...row, data: after[index] ?? row.data }]));
  return rows.map((row) => byId.get(row.id) ?? row);
}

/** Enter in a cell that is not edited presses what is in it; in the status cell, the link to the earlier run. */
function pressIn(gridId: string) {
  return ({ id }: { id: string }, column: number) => {
    const place = column === STATUS ? `${gridId}-${id}-notes` : `${gridId}-${id}-${column}`;
    document.getElementById(place)?.querySelector<HTMLElement>("a, button")?.click();
  };
}

const rowHeight = ({ notes }: GridRow<unknown>): number => ROW_HEIGHT + notes.length * NOTE_HEIGHT;

const cardHeight = (columns: number) => (row: GridRow<unknown>) =>
  CARD_LINE * (row.verdict === "invalid" ? 2 : columns + 1) + row.notes.length * NOTE_HEIGHT;

const within = (index: number, { top, bottom }: { top: number; bottom: number }) => index >= top && index <= bottom;

const isTouch = ({ nativeEvent: event }: MouseEvent) => event instanceof PointerEvent && event.pointerType === "touch";

const PHONES = "(max-width: 40rem)";

/** Whether rows are shown as cards, as the stylesheet does it. */
const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONES).matches);

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(PHONES);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** A row to render, or the height of the rows that are left out before the next one. */
type Slot<T> = { row: T; index: number } | { gap: number; before: number };

const ALL_UP_TO = 100;
const OVERSCAN = 4;
/** Scrolling by less renders nothing anew; the rows kept beside those in sight cover it. */
const STEP_PX = 160;

/** Renders long lists by the part in sight: rows flow as usual, with a gap for those above and below.
 *
 * `offsets` has the least that rows take; `viewHeight` is the most of the list that is ever in sight, in pixels. The rows
 * at `pinned` stay rendered, since what is typed into them would be lost.
 */
function useRowWindow<T>(rows: readonly T[], viewHeight: number, offsets: number[], pinned: (number | undefined)[]) {
  const [top, setTop] = useState(0);
  const first = rows.length <= ALL_UP_TO ? 0 : indexAt(offsets, top) - OVERSCAN;
  const last = rows.length <= ALL_UP_TO ? rows.length : indexAt(offsets, top + viewHeight + STEP_PX) + OVERSCAN;

  const slots: Slot<T>[] = [];
  let rendered = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    if (row === undefined || ((index < first || index > last) && !pinned.includes(index))) continue;
    pushGap(slots, offsets, rendered, index);
    slots.push({ row, index });
    rendered = index + 1;
  }
  pushGap(slots, offsets, rendered, rows.length);
  const onScroll = ({ currentTarget: { scrollTop } }: UIEvent<HTMLElement>) =>
    startTransition(() => setTop(Math.floor(scrollTop / STEP_PX) * STEP_PX));
  return { slots, onScroll };
}

function pushGap<T>(slots: Slot<T>[], offsets: number[], from: number, to: number): void {
  if (to > from) slots.push({ gap: (offsets[to] ?? 0) - (offsets[from] ?? 0), before: to });
}

/** offsets[i] is where row i begins; one more entry holds the end of the list. */
function offsetsOf<T>(rows: readonly T[], heightOf: (row: T) => number): number[] {
  const offsets = [0];
  for (const row of rows) offsets.push((offsets.at(-1) ?? 0) + heightOf(row));
  return offsets;
}

function indexAt(offsets: number[], top: number): number {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}

const STATUS_REM = 9.75;
const ACTION_REM = 2.5;
const PADDING_REM = 1;
const LETTER_REM = 0.4375;
const LETTERS = { least: 6, wanted: 14, most: 20 };

/** How wide the columns are: the rows are grids of their own, which cannot agree on it by themselves. Columns of no given
 * width share the room by their longest text, so that one with nothing in it takes little; a login stays in one piece
 * where a title takes two lines. What was measured of a row holds as long as the row is the same. */
export function columnWidths<T>(columns: readonly GridColumn<T>[], removable: boolean) {
  const sharing = columns.filter(({ width }) => width === undefined);
  const lettersOf = memoMap(({ data }: GridRow<T>) => sharing.map((column) => effective(column, data).length));
  return (rows: readonly GridRow<T>[]): CSSProperties => {
    const most = sharing.map(({ header }) => Math.max(header.length, LETTERS.least));
    for (const letters of lettersOf(rows))
      for (let at = 0; at < most.length; at += 1) most[at] = Math.max(most[at] ?? 0, letters[at] ?? 0);
    const widths = new Map(sharing.map((column, at) => [column, sharedWidth(Math.min(most[at] ?? 0, LETTERS.most))]));
    const all = [
      fixedWidth(STATUS_REM),
      ...columns.map((column) => widths.get(column) ?? fixedWidth(column.width ?? 0)),
      ...(removable ? [fixedWidth(ACTION_REM)] : []),
    ];
    return {
      "--sheet-tracks": all.map(({ track }) => track).join(" "),
      "--sheet-width": `${all.reduce((sum, { rem }) => sum + rem, 0)}rem`,
      "--sheet-columns": columns.length,
    } as CSSProperties;
  };
}

const fixedWidth = (rem: number) => ({ rem, track: `${rem}rem` });

function sharedWidth(letters: number) {
  const rem = PADDING_REM + Math.min(letters, LETTERS.wanted) * LETTER_REM;
  return { rem, track: `minmax(${rem}rem, ${letters}fr)` };
}
