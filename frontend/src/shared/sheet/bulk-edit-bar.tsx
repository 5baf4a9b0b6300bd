import { useDeferredValue, useState } from "react";
import { integer } from "@/lib/format";
import { toast } from "@/lib/toast";
import { byPercent, endingIn99, replaced } from "@/shared/sheet/bulk-edit";
import { isEditable } from "@/shared/sheet/cells";
import type { Edit, GridColumn, GridRow } from "@/shared/sheet/rows";
import { Button } from "@/ui/button";
import { Field, Input, Select } from "@/ui/fields";

type BulkEditBarProps<T> = {
  /** What is changed: the selected rows, or all that are shown. */
  rows: readonly GridRow<T>[];
  columns: readonly GridColumn<T>[];
  onEdit: (edits: Edit[]) => void;
};

/** Changes to many rows at once: find and replace in a column, prices by percent, prices that end in ,99. */
export function BulkEditBar<T>({ rows, columns, onEdit }: BulkEditBarProps<T>) {
  const editable = columns.filter(({ editable }) => editable !== undefined);
  const texts = editable.filter(({ kind }) => kind !== "money" && kind !== "count");
  const money = editable.filter(
    (column) => column.kind === "money" && rows.some(({ data }) => isEditable(column, data)),
  );
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
  const [key, setKey] = useState(columns[0]?.key ?? "");
  const [find, setFind] = useState("");
  const [replacement, setReplacement] = useState("");
  const column = columns.find((each) => each.key === key) ?? columns[0];
  const sought = useDeferredValue(find);
  const edits = column ? replaced(rows, column, sought, replacement) : [];
  return (
    <form
      className="grid flex-[2_1_28rem] items-start gap-2 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        apply(edits, onEdit);
      }}
    >
      <Field label="Coluna">
        <Select
          value={column?.key}
          onChange={(event) => setKey(event.target.value)}
          options={columns.map(({ key, header }) => ({ value: key, label: header }))}
        />
      </Field>
      <Field label="Localizar" hint={sought === "" ? undefined : changes(edits.length)}>
        <Input value={find} autoComplete="off" onChange={(event) => setFind(event.target.value)} />
      </Field>
      <Field label="Substituir por">
        <Input value={replacement} autoComplete="off" onChange={(event) => setReplacement(event.target.value)} />
      </Field>
      <Button type="submit" className="sm:mt-6" disabled={edits.length === 0}>
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
      <Field label={`${column.header} ± %`} error={problem}>
        <Input
          value={percent}
          inputMode="text"
          placeholder="10 ou -7,5"
          autoComplete="off"
          onChange={(event) => setPercent(event.target.value)}
        />
      </Field>
      <Button type="submit" className="mt-6" disabled={percent.trim() === ""}>
        Aplicar
      </Button>
      <Button
        className="mt-6"
        data-tooltip="O preço em euro mais próximo que termina em ,99"
        onClick={() => apply(endingIn99(rows, column), onEdit)}
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
  toast.success(`${changed(edits.length)} Ctrl+Z desfaz.`, "Edição em lote");
}

function changes(count: number): string {
  if (count === 0) return "Nada encontrado";
  return count === 1 ? "1 célula muda" : `${integer(count)} células mudam`;
}

const changed = (count: number): string =>
  count === 1 ? "1 célula alterada." : `${integer(count)} células alteradas.`;
