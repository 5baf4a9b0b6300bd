/** What the dry run and the grid say of each account. */
import type { ReactNode } from "react";
import { amountRefusal, decimal, integer, parseMoney } from "@/lib/format";
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
  /** The same in plain words, where `error` is a documented text that says less. */
  reason?: string;
  /** The columns that are wrong. */
  marked?: readonly string[];
  /** What else is to be said: what is probably not meant, how an earlier try ended. */
  notes?: readonly Note[];
};

/** Something to say of one row. `fine` as in a finding; `href` leads to the earlier run of a duplicate. */
export type Note = {
  tone: "bad" | "warn";
  text: string;
  fine: string | null;
  href?: string | undefined;
  /** What this page finds, not the server. */
  local?: boolean;
};

/** A row of the grid: the account, and what is known of it so far. */
export type GridRow<T> = Pick<LocalRow<T>, "id" | "line" | "data"> & {
  verdict: Verdict;
  notes: readonly Note[];
  /** What goes out, the price in euro; null until the server has said it. */
  title: string | null;
  priceEur: string | null;
  /** Changed since the server looked at it. */
  stale: boolean;
  /** The columns that are wrong. */
  marked: readonly string[];
};

/** A `map` that keeps what it made of the items it was given last: of 5,000 rows one edit makes one anew. */
export function memoMap<K, V>(make: (item: K) => V): (items: readonly K[]) => readonly V[] {
  let known: readonly K[] = [];
  let made: readonly V[] = [];
  return (items) => {
    const places = items.length === known.length ? null : new Map(known.map((item, index) => [item, index]));
    made = items.map((item, place) => {
      const index = places ? places.get(item) : place;
      return index !== undefined && known[index] === item ? (made[index] as V) : make(item);
    });
    known = items;
    return made;
  };
}

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

export const MASK = "••••••••";

type Accepted = { value: string; problem: "" } | { value: null; problem: string };

export const isEditable = <T>(column: GridColumn<T>, row: T): boolean => column.editable?.(row) ?? false;

/** What holds in a cell: its own value, or else the general one. */
export function effective<T>(column: GridColumn<T>, row: T): string {
  return column.value(row) || (column.fallback?.(row) ?? "");
}

/** As people read it: "12.50" → "12,50", 1250 → "1.250"; what is no amount stays as it is. Secrets are not masked here. */
export function format<T>(column: GridColumn<T>, value: string): string {
  if (value === "" || !isReadable(column, value)) return value;
  if (column.kind === "money") return decimal(value);
  return column.kind === "count" && COUNT.test(value) ? integer(Number(value)) : value;
}

/** False for the money of a file that is no amount. */
export function isReadable<T>({ kind }: GridColumn<T>, value: string): boolean {
  return kind !== "money" || !Number.isNaN(Number(value));
}

/** What is put into the editor and onto the clipboard. */
export function toText<T>(column: GridColumn<T>, row: T): string {
  const value = effective(column, row);
  return column.kind === "money" ? format(column, value) : value;
}

/** The value that something typed or pasted stands for, or why it is refused. */
export function accept<T>(column: GridColumn<T>, row: T, typed: string): Accepted {
  const text = typed.replace(/\s+/g, " ").trim();
  if (text === "") {
    return column.fallback ? { value: "", problem: "" } : refuse("Este campo não pode ficar vazio.");
  }
  const value = parseCell(column, text);
  if (value === null) return refuse(column.kind === "money" ? amountRefusal(text, NO_PRICE) : NO_COUNT);
  const problem = column.refuse?.(value, row) ?? "";
  return problem === "" ? { value, problem: "" } : refuse(problem);
}

const COUNT = /^[0-9]{1,9}$/;
const GROUPED = /^[0-9]{1,3}(\.[0-9]{3})+$/;
const NO_PRICE = "Preço deve ser um valor positivo";
const NO_COUNT = "Informe um número inteiro de 0 a 999.999.999";

function parseCell<T>({ kind }: GridColumn<T>, text: string): string | null {
  if (kind === "money") {
    const amount = parseMoney(text);
    return Number(amount) > 0 ? amount : null;
  }
  if (kind !== "count") return text;
  const digits = GROUPED.test(text) ? text.replaceAll(".", "") : text;
  return COUNT.test(digits) ? digits : null;
}

const refuse = (problem: string): Accepted => ({ value: null, problem });
