import { useDeferredValue, useState } from "react";
import { plural } from "@/lib/format";
import { raiseBy, with99 } from "@/lib/money";
import { toast } from "@/lib/toast";
import { accept, type Edit, effective, type GridColumn, type GridRow, isEditable, isReadable } from "@/shared/sheet/rows";
import { Button } from "@/ui/button";
import { FormField, Input, Select } from "@/ui/fields";

type BulkEditBarProps<T> = {
  /** What is changed: the selected rows, or all that are shown. */
  rows: readonly GridRow<T>[];
  columns: readonly GridColumn<T>[];
  /** The one cell of a line that could not be parted. */
  whole?: GridColumn<T> | undefined;
  onEdit: (edits: Edit[]) => void;
};

/** Changes to many rows at once: find and replace in a column, prices by percent, prices that end in ,99. */
export function BulkEditBar<T>({ rows, columns, whole, onEdit }: BulkEditBarProps<T>) {
  const editable = columns.filter(({ editable }) => editable !== undefined);
  const texts = [...editable.filter(({ kind }) => kind !== "money" && kind !== "count"), ...(whole ? [whole] : [])];
  const money = editable.filter((column) => column.kind === "money" && rows.some(({ data }) => isEditable(column, data)));
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3 border-line border-b bg-sunken px-4 py-3">
      {texts.length > 0 && <FindAndReplace rows={rows} columns={texts} onEdit={onEdit} />}
      {money.map((column) => (
        <Prices key={column.key} rows={rows} column={column} onEdit={onEdit} />
      ))}
    </div>
  );
}

function FindAndReplace<T>({ rows, columns, onEdit }: BulkEditBarProps<T>) {
  const [key, setKey] = useState("");
  const [find, setFind] = useState("");
  const [replacement, setReplacement] = useState("");
  const sought = useDeferredValue(find);
  const chosen = columns.filter((column) => key === "" || column.key === key);
  // In all columns only what the accounts say themselves is looked for, not what holds where they say nothing.
  const own = (column: GridColumn<T>) => (key === "" ? rows.filter(({ data }) => column.value(data) !== "") : rows);
  const editsOf = (text: string) => chosen.flatMap((each) => replaceText(own(each), each, text, replacement));
  const edits = editsOf(sought);
  const changes = edits.length === 0 ? "Nada encontrado" : plural(edits.length, "célula muda", "células mudam");
  return (
    <form
      className="grid flex-[2_1_28rem] items-start gap-2 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        // What is typed by now, of which the count may not know yet.
        apply(editsOf(find), onEdit);
      }}
    >
      <FormField label="Coluna">
        <Select
          placeholder="Todas"
          value={key}
          onChange={(event) => setKey(event.target.value)}
          options={columns.map(({ key, header }) => ({ value: key, label: header }))}
        />
      </FormField>
      <FormField label="Localizar" hint={sought === "" ? undefined : changes}>
        <Input value={find} autoComplete="off" onChange={(event) => setFind(event.target.value)} />
      </FormField>
      <FormField label="Substituir por">
        <Input value={replacement} autoComplete="off" onChange={(event) => setReplacement(event.target.value)} />
      </FormField>
      <Button type="submit" className="sm:mt-6" disabled={edits.length === 0 && sought === find}>
        Substituir
      </Button>
    </form>
  );
}

type PricesProps<T> = { rows: readonly GridRow<T>[]; column: GridColumn<T>; onEdit: (edits: Edit[]) => void };

function Prices<T>({ rows, column, onEdit }: PricesProps<T>) {
  const [percent, setPercent] = useState("");
  const [problem, setProblem] = useState<string>();
  const change = () => {
    const edits = byPercent(rows, column, percent);
    setProblem(edits === null ? "Informe um percentual, como 10 ou -7,5" : undefined);
    if (edits !== null) apply(edits, onEdit);
  };
  return (
    <form
      className="grid grid-cols-[minmax(6rem,8rem)_auto_auto] items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        change();
      }}
    >
      <FormField label={`${column.header} ± %`} error={problem}>
        <Input
          value={percent}
          inputMode="text"
          placeholder="10 ou -7,5"
          autoComplete="off"
          onChange={(event) => setPercent(event.target.value)}
        />
      </FormField>
      <Button type="submit" className="mt-6" disabled={percent.trim() === ""}>
        Aplicar
      </Button>
      <Button
        className="mt-6"
        data-tooltip="O preço em euro mais próximo que termina em ,99"
        onClick={() => apply(endIn99(rows, column), onEdit)}
      >
        Terminar em ,99
      </Button>
    </form>
  );
}

function apply(edits: Edit[], onEdit: (edits: Edit[]) => void): void {
  if (edits.length === 0) {
    toast.info("Nenhuma célula muda.");
    return;
  }
  onEdit(edits);
  toast.success(`${plural(edits.length, "célula alterada", "células alteradas")}. Ctrl+Z desfaz.`, "Edição em lote");
}

type Rows<T> = readonly GridRow<T>[];

/** Every occurrence of `find` in the column's cells, capitals or not; cells whose new text is refused stay. */
export function replaceText<T>(rows: Rows<T>, column: GridColumn<T>, find: string, replacement: string): Edit[] {
  if (find === "") return [];
  const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  return changeCells(rows, column, (value) => value.replace(pattern, () => replacement));
}

/** Prices raised or lowered; `percent` as typed: "10", "-7,5". Null when it is no percentage. */
export function byPercent<T>(rows: Rows<T>, column: GridColumn<T>, percent: string): Edit[] | null {
  const hundredths = percentOf(percent);
  if (hundredths === null) return null;
  return changeCells(rows, column, (value) => raiseBy(value, hundredths));
}

/** Prices moved to the nearest that buyers see end in ,99; the typed amount is found for the euros that go out. */
export function endIn99<T>(rows: Rows<T>, column: GridColumn<T>): Edit[] {
  return changeCells(rows, column, (value) => with99(value, column.rate));
}

function changeCells<T>(rows: Rows<T>, column: GridColumn<T>, change: (value: string) => string): Edit[] {
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
