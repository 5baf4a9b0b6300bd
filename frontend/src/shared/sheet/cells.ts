/** What a cell shows, and what may be written into it. */
import { amountRefusal, decimal, integer, parseMoney } from "@/lib/format";
import type { GridColumn } from "@/shared/sheet/rows";

export const MASK = "••••••••";

type Accepted = { value: string; problem: "" } | { value: null; problem: string };

export const isEditable = <T>(column: GridColumn<T>, row: T): boolean => column.editable?.(row) ?? false;

/** What holds in a cell: its own value, or else the general one. */
export function effective<T>(column: GridColumn<T>, row: T): string {
  return column.value(row) || (column.fallback?.(row) ?? "");
}

/** As people read it: "12.50" → "12,50", 1250 → "1.250"; what is no amount stays as it is. Secrets are not masked here. */
export function shown<T>(column: GridColumn<T>, value: string): string {
  if (value === "" || !isReadable(column, value)) return value;
  if (column.kind === "money") return decimal(value);
  return column.kind === "count" && COUNT.test(value) ? integer(Number(value)) : value;
}

/** False for the money of a file that is no amount. */
export function isReadable<T>({ kind }: GridColumn<T>, value: string): boolean {
  return kind !== "money" || !Number.isNaN(Number(value));
}

/** What is put into the editor and onto the clipboard. */
export function written<T>(column: GridColumn<T>, row: T): string {
  const value = effective(column, row);
  return column.kind === "money" ? shown(column, value) : value;
}

/** The value that something typed or pasted stands for, or why it is refused. */
export function accept<T>(column: GridColumn<T>, row: T, typed: string): Accepted {
  const text = typed.replace(/\s+/g, " ").trim();
  if (text === "") {
    return column.fallback ? { value: "", problem: "" } : refused("Este campo não pode ficar vazio.");
  }
  const value = read(column, text);
  if (value === null) return refused(column.kind === "money" ? amountRefusal(text, NO_PRICE) : NO_COUNT);
  const problem = column.refuse?.(value, row) ?? "";
  return problem === "" ? { value, problem: "" } : refused(problem);
}

const COUNT = /^[0-9]{1,9}$/;
const NO_PRICE = "Preço deve ser um valor positivo";
const NO_COUNT = "Informe um número inteiro de 0 a 999.999.999";

function read<T>({ kind }: GridColumn<T>, text: string): string | null {
  if (kind === "money") {
    const amount = parseMoney(text);
    return Number(amount) > 0 ? amount : null;
  }
  if (kind === "count") {
    const digits = text.replaceAll(".", "");
    return COUNT.test(digits) ? digits : null;
  }
  return text;
}

const refused = (problem: string): Accepted => ({ value: null, problem });
