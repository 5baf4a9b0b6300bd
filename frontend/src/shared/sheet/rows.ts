/** What the dry run and the grid say of each account. */
import type { ReactNode } from "react";
import type { Tone } from "@/ui/badge";

export type Verdict = "valid" | "warning" | "duplicate" | "invalid";

/** One account as the screen has it, before the server has said anything. */
export type LocalRow<T> = {
  /** Stays the same while the account is edited. */
  id: string;
  /** As the server numbers it: the line of the paste, or the place in `accounts` counted from 1. */
  line: number;
  data: T;
  /** What the server looks at, as text: as long as it is the same, what the server said of it holds. */
  stamp: string;
  /** What the browser's own rules say, until the server has said what it is. */
  verdict: Exclude<Verdict, "warning">;
  /** "" when valid. */
  error: string;
};

/** Something to say of one row. `fine` as in a finding; `href` leads to the earlier run of a duplicate. */
export type Note = { tone: "bad" | "warn"; text: string; fine: string | null; href?: string | undefined };

/** A row of the grid: the account, and what is known of it so far. */
export type GridRow<T> = {
  id: string;
  line: number;
  data: T;
  verdict: Verdict;
  notes: readonly Note[];
  /** What goes out, the price in euro; null until the server has said it. */
  title: string | null;
  priceEur: string | null;
  /** Changed since the server looked at it. */
  stale: boolean;
};

/** One cell rewritten. */
export type Edit = { id: string; column: string; value: string };

/** How a cell reads and is edited; texts are what is typed, copied and pasted. */
export type GridColumn<T> = {
  key: string;
  header: string;
  /** "secret" is masked until asked for; "money" takes amounts, "count" whole numbers. */
  kind?: "text" | "money" | "count" | "secret";
  value: (row: T) => string;
  /** Left out: read only. */
  editable?: ((row: T) => boolean) | undefined;
  /** What holds where the cell is empty: the general title, the general price. */
  fallback?: ((row: T) => string) | undefined;
  /** What becomes of that for this account, once the server has said it; shown instead. */
  outgoing?: (row: GridRow<T>) => string | null;
  /** Money only: euros for one unit of what is typed; left out when euros are typed. */
  rate?: string;
  /** Why a value is refused, or "": beyond what its kind says. */
  refuse?: ((value: string, row: T) => string) | undefined;
  /** Instead of `value`, for what no text can show (a button, pictures). Never edited. */
  cell?: ((row: GridRow<T>) => ReactNode) | undefined;
  /** Of the column, in rem; the others share what is left. */
  width?: number;
};

/** `many` names several of them, as the filter does. */
export const VERDICTS: Record<Verdict, { tone: Tone; label: string; many: string }> = {
  valid: { tone: "good", label: "Válida", many: "Válidas" },
  warning: { tone: "warn", label: "Aviso", many: "Com aviso" },
  duplicate: { tone: "info", label: "Duplicada", many: "Duplicadas" },
  invalid: { tone: "bad", label: "Inválida", many: "Inválidas" },
};

export const VERDICT_ORDER: readonly Verdict[] = ["valid", "warning", "duplicate", "invalid"];
