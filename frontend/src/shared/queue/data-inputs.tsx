import type { ReactNode } from "react";
import type { Problems } from "@/lib/use-form";
import { OptionGroup } from "@/shared/creation/option-group";
import { type DataField, type DataForm, namesIn } from "@/shared/queue/data-fields";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { Textarea } from "@/ui/textarea";

type DataInputsProps = {
  fields: readonly DataField[];
  form: DataForm;
  problems: Problems;
  onChange: (name: string, value: string) => void;
  /** What stands under a field without a problem: where its value comes from. */
  hint?: (name: string) => ReactNode;
  /** Typing in a field is over. */
  onCommit?: (name: string, value: string) => void;
};

/** The data of an account, a labelled control a field; a blank one states nothing. */
export function DataInputs({ fields, ...rest }: DataInputsProps) {
  const isList = ({ kind }: DataField) => kind === "names";
  const lists = fields.filter(isList);
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        {fields
          .filter((field) => !isList(field))
          .map((field) => (
            <DataInput key={field.name} field={field} {...rest} />
          ))}
      </div>
      <div className={lists.length > 1 ? "grid items-start gap-3 sm:grid-cols-2" : undefined}>
        {lists.map((field) => (
          <DataInput key={field.name} field={field} {...rest} />
        ))}
      </div>
    </div>
  );
}

type DataInputProps = Omit<DataInputsProps, "fields"> & { field: DataField };

function DataInput({ field, form, problems, onChange, hint, onCommit }: DataInputProps) {
  const { name, label, kind } = field;
  const value = form[name] ?? "";
  const change = (typed: string) => onChange(name, typed);
  return (
    <div className={kind === "several" ? "col-span-full" : undefined} data-field={name}>
      {kind === "several" ? (
        <OptionGroup
          label={label}
          options={field.options}
          value={namesIn(value)}
          onChange={(chosen) => change(chosen.join(", "))}
          error={problems[name]}
        />
      ) : (
        <Field label={label} error={problems[name]} hint={hint?.(name)}>
          <Control field={field} value={value} onChange={change} onBlur={() => onCommit?.(name, value)} />
        </Field>
      )}
    </div>
  );
}

const UNKNOWN = "Não informado";
const YES_NO = [
  { value: "true", label: "Sim" },
  { value: "false", label: "Não" },
];

type ControlProps = { field: DataField; value: string; onChange: (typed: string) => void; onBlur: () => void };

function Control({ field, value, onChange, onBlur }: ControlProps) {
  const common = {
    name: field.name,
    value,
    onBlur,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (field.kind) {
    case "choice":
      return <Select {...common} placeholder={UNKNOWN} options={withChosen(field.options, value)} />;
    case "flag":
      return <Select {...common} placeholder={UNKNOWN} options={YES_NO} />;
    case "names":
      return <Textarea {...common} rows={value.length > 90 ? 4 : 2} spellCheck={false} />;
    default:
      return (
        <Input
          {...common}
          inputMode={field.kind === "seasons" ? "text" : "decimal"}
          autoComplete="off"
          className="tabular-nums"
        />
      );
  }
}

/** A value that the list does not know stays to be seen, and to be changed. */
function withChosen(options: readonly { value: string; label: string }[], value: string) {
  return value === "" || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
}
