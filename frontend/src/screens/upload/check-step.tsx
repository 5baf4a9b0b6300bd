import { useMemo } from "react";
import type { UploadField } from "@/api/drafts";
import { parseMoney } from "@/lib/format";
import { StepMark } from "@/screens/upload/file-step";
import { type Item, type Mapping, textOf, withText } from "@/screens/upload/mapping";
import { CreateButton, PreviewCard } from "@/shared/sheet/preview-card";
import type { Edit, GridColumn } from "@/shared/sheet/rows";
import type { PreviewState } from "@/shared/sheet/use-preview";

type CheckStepProps = {
  fields: readonly UploadField[];
  mapping: Mapping;
  preview: PreviewState<Item>;
  isGoing: boolean;
  standard: { title: string; price: string; priceName: string };
  rate: string;
  onEdit: (change: (items: readonly Item[]) => readonly Item[]) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  onCreate: () => void;
};

/** 'see each line's verdict, fix in place, start the run', in the preview that all creators share. */
export function CheckStep({ fields, mapping, preview, isGoing, standard, rate, onEdit, ...rest }: CheckStepProps) {
  const { title, price, priceName } = standard;
  const { answer } = preview;
  const columns = useMemo(() => {
    // The general title may have placeholders, which the server fills in line by line.
    const titles = new Map(answer?.rows.map((row) => [row.line, row.title]));
    const general = { title: ({ line }: Item) => titles.get(line) ?? title, [priceName]: () => price };
    return gridColumns(fields, mapping, general, priceName, rate);
  }, [fields, mapping, answer, title, price, priceName, rate]);
  return (
    <PreviewCard<Item>
      label="Contas do arquivo"
      title={
        <span className="flex items-center gap-2.5">
          <StepMark
            number={5}
            done={preview.status === "checked" && preview.rows.every(({ verdict }) => verdict !== "invalid")}
          />
          Conferência
        </span>
      }
      description="Corrija aqui mesmo: o arquivo não precisa ser enviado de novo."
      actions={<CreateButton rows={preview.rows} busy={isGoing} needsAny onCreate={rest.onCreate} />}
      preview={preview}
      columns={columns}
      onEdit={(edits) => onEdit((items) => rewritten(items, mapping, edits))}
      onRemove={(ids) => onEdit((items) => items.filter(({ id }) => !ids.includes(id)))}
      undo={rest.undo}
      redo={rest.redo}
    />
  );
}

const ALWAYS = ["login", "password", "title"];
const WIDTHS: Record<string, number> = { amount: 6.5, secret: 8.5, pair: 14 };

/** What holds where a line says nothing, by field. */
type General = Record<string, (item: Item) => string>;

function gridColumns(
  fields: readonly UploadField[],
  mapping: Mapping,
  general: General,
  priceName: string,
  rate: string,
): GridColumn<Item>[] {
  const paired = mapping.includes("login:password");
  const isShown = ({ name }: UploadField) => {
    if (mapping.includes(name) || name === priceName) return true;
    return ALWAYS.includes(name) && !(paired && name !== "title");
  };
  return fields.filter(isShown).map((field) => gridColumn(field, mapping, general, rate));
}

function gridColumn(
  { name, label, kind }: UploadField,
  mapping: Mapping,
  general: General,
  rate: string,
): GridColumn<Item> {
  const needed = ["login", "password", "login:password"].includes(name);
  return {
    key: name,
    header: label,
    kind: GRID_KINDS[kind] ?? "text",
    value: (item) => {
      const text = textOf(item, mapping, name);
      // What is no amount is shown with what the server says of it, never as the general price.
      return kind === "amount" ? (parseMoney(text) ?? text) : text;
    },
    editable: () => true,
    ...(!needed && { fallback: general[name] ?? (() => "") }),
    ...(name === "title" && { outgoing: (row) => row.title }),
    ...(name === "priceUsd" && { rate }),
    width: WIDTHS[kind],
  };
}

const GRID_KINDS: Record<string, "money" | "secret"> = { amount: "money", secret: "secret", pair: "secret" };

function rewritten(items: readonly Item[], mapping: Mapping, edits: readonly Edit[]): readonly Item[] {
  const changes = new Map<string, Edit[]>();
  for (const edit of edits) changes.set(edit.id, [...(changes.get(edit.id) ?? []), edit]);
  return items.map((item) =>
    (changes.get(item.id) ?? []).reduce((row, { column, value }) => withText(row, mapping, column, value), item),
  );
}
