/** Where the keys of a spreadsheet lead. */

export type Spot = { row: number; column: number };
type Bounds = { rows: number; columns: number; page: number };

type Move = (spot: Spot, bounds: Bounds) => Spot;

const MOVES: Record<string, Move> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
};

const FAR: Record<string, Move> = {
  ArrowUp: ({ column }) => ({ row: 0, column }),
  ArrowDown: ({ column }, { rows }) => ({ row: rows - 1, column }),
  ArrowLeft: ({ row }) => ({ row, column: 0 }),
  ArrowRight: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  Home: () => ({ row: 0, column: 0 }),
  End: (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
};

/** The cell that `key` leads to, `far` with Ctrl; null for a key that does not move. */
export function moveCell(key: string, far: boolean, spot: Spot, bounds: Bounds): Spot | null {
  const move = (far && FAR[key]) || MOVES[key];
  return move ? clampSpot(move(spot, bounds), bounds) : null;
}

/** The next cell (or the one before) that `stops` at Tab, rows after one another; null past the last. */
export function tabCell(spot: Spot, step: 1 | -1, bounds: Bounds, stops: (spot: Spot) => boolean): Spot | null {
  const cells = bounds.rows * bounds.columns;
  for (let at = spot.row * bounds.columns + spot.column + step; at >= 0 && at < cells; at += step) {
    const next = { row: Math.floor(at / bounds.columns), column: at % bounds.columns };
    if (stops(next)) return next;
  }
  return null;
}

function clampSpot({ row, column }: Spot, bounds: Bounds): Spot {
  const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  return { row: clamp(row, bounds.rows), column: clamp(column, bounds.columns) };
}
