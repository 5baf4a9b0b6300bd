import { type UIEvent, useMemo, useState } from "react";

/** A row to render, or the height of the rows that are left out before the next one. */
type Slot<T> = { row: T; index: number } | { gap: number; before: number };

const ALL_UP_TO = 100;
const OVERSCAN = 12;
/** Scrolling by less renders nothing anew; the rows kept beside those in sight cover it. */
const STEP_PX = 160;

/** Renders long lists by the part in sight: rows flow as usual, with a gap for those above and below.
 *
 * `heightOf` is the least a row takes; `viewHeight` the most of the list that is ever in sight, in pixels. Rows that
 * `isPinned` stay rendered, since what is typed into them would be lost.
 */
export function useRowWindow<T>(
  rows: readonly T[],
  viewHeight: number,
  heightOf: (row: T) => number,
  isPinned: (row: T) => boolean,
) {
  const [top, setTop] = useState(0);
  const offsets = useMemo(() => offsetsOf(rows, heightOf), [rows, heightOf]);
  const first = rows.length <= ALL_UP_TO ? 0 : indexAt(offsets, top) - OVERSCAN;
  const last = rows.length <= ALL_UP_TO ? rows.length : indexAt(offsets, top + viewHeight + STEP_PX) + OVERSCAN;

  const slots: Slot<T>[] = [];
  let rendered = 0;
  for (const [index, row] of rows.entries()) {
    if ((index < first || index > last) && !isPinned(row)) continue;
    pushGap(slots, offsets, rendered, index);
    slots.push({ row, index });
    rendered = index + 1;
  }
  pushGap(slots, offsets, rendered, rows.length);
  const onScroll = ({ currentTarget: { scrollTop } }: UIEvent<HTMLElement>) =>
    setTop(Math.floor(scrollTop / STEP_PX) * STEP_PX);
  return { slots, onScroll };
}

function pushGap<T>(slots: Slot<T>[], offsets: number[], from: number, to: number): void {
  if (to > from) slots.push({ gap: (offsets[to] ?? 0) - (offsets[from] ?? 0), before: to });
}

/** offsets[i] is where row i begins; one more entry holds the end of the list. */
function offsetsOf<T>(rows: readonly T[], heightOf: (row: T) => number): number[] {
  const offsets = [0];
  let end = 0;
  for (const row of rows) {
    end += heightOf(row);
    offsets.push(end);
  }
  return offsets;
}

/** The row at `top`, by halving. */
function indexAt(offsets: number[], top: number): number {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}
