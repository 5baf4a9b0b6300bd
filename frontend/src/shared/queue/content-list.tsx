import { integer } from "@/lib/format";
import type { AccountData } from "@/shared/queue/account";
import { type DataField, shown } from "@/shared/queue/data-fields";

type ContentListProps = {
  fields: readonly DataField[];
  data: AccountData;
  /** How many there are of what the text gives no names of. */
  counts?: Record<string, number> | undefined;
};

/** 'Account content': what the account has, built from its data and never from markup. */
export function ContentList({ fields, data, counts = {} }: ContentListProps) {
  const known = fields
    .map((field) => ({ ...field, text: wordOf(field, data[field.name] ?? counts[field.name]) }))
    .filter(({ text }) => text !== "");
  if (known.length === 0) return <p className="text-muted">O texto não diz o que a conta tem.</p>;
  return (
    <dl className="flex flex-wrap gap-1.5">
      {known.map(({ name, label, text }) => (
        <div key={name} className="rounded-md bg-sunken px-2.5 py-1">
          <dt className="inline text-muted">{label}: </dt>
          <dd className="inline break-words font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function wordOf(field: DataField, value: unknown): string {
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (field.kind === "choice")
    return field.options.find((option) => option.value === String(value))?.label ?? shown(value);
  if (field.kind === "percent" && value !== undefined) return `${shown(value)}%`;
  return typeof value === "number" ? integer(value) : shown(value);
}
