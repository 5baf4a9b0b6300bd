import type { Template, TemplateField } from "@/api/marketplace";
import { linesIn } from "@/lib/format";
import type { NewAccountForm } from "@/screens/gameboost/new-account";
import { fieldLabel } from "@/shared/marketplace/field-names";
import { Checkbox, Field, Select, Textarea, TextField } from "@/ui/fields";

type TemplateFieldsProps = {
  template: Template;
  values: NewAccountForm;
  problems: Partial<NewAccountForm>;
  onChange: (name: string, value: string) => void;
};

/** 'account_data' and 'game_items': what this game asks of an account. */
export function TemplateFields({ template, values, problems, onChange }: TemplateFieldsProps) {
  const control = (name: string) => ({
    value: values[name] ?? "",
    error: problems[name],
    onChange: (value: string) => onChange(name, value),
  });
  const isWide = ({ kind }: TemplateField) => kind === "choices";
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-4 lg:grid-cols-3">
        {template.entries
          .filter((field) => !isWide(field))
          .map((field) => (
            <DataField key={field.name} field={field} {...control(`account_data.${field.name}`)} />
          ))}
      </div>
      {template.entries.filter(isWide).map((field) => (
        <ManyChoices key={field.name} field={field} {...control(`account_data.${field.name}`)} />
      ))}
      {template.itemCollections.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {template.itemCollections.map((name) => (
            <ItemList key={name} name={name} {...control(`game_items.${name}`)} />
          ))}
        </div>
      )}
    </>
  );
}

type ControlProps = { value: string; error: string | undefined; onChange: (value: string) => void };

function DataField({ field, value, error, onChange }: ControlProps & { field: TemplateField }) {
  const { kind, name, values, required } = field;
  const label = fieldLabel(name);
  if (kind === "flag") {
    return (
      <div className="self-end pb-1.5">
        <Checkbox label={label} checked={value !== ""} onChange={(on) => onChange(on ? "true" : "")} />
      </div>
    );
  }
  if (kind === "choice") {
    return (
      <Field label={label} error={error} required={required}>
        <Select
          placeholder="Não informado"
          options={values.map((each) => ({ value: String(each), label: String(each) }))}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    );
  }
  return (
    <TextField
      label={label}
      error={error}
      required={required}
      inputMode={kind === "integer" ? "numeric" : undefined}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function ManyChoices({ field, value, error, onChange }: ControlProps & { field: TemplateField }) {
  const chosen = linesIn(value);
  const choices = field.values.map(String);
  const toggle = (choice: string, on: boolean) =>
    onChange(choices.filter((each) => (each === choice ? on : chosen.includes(each))).join("\n"));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{fieldLabel(field.name)}</legend>
      <div className="grid max-h-44 grid-cols-2 gap-x-4 gap-y-1 overflow-y-auto lg:grid-cols-3">
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={choice}
            checked={chosen.includes(choice)}
            onChange={(on) => toggle(choice, on)}
          />
        ))}
      </div>
      {error && <p className="mt-1 text-sm text-bad">{error}</p>}
    </fieldset>
  );
}

function ItemList({ name, value, error, onChange }: ControlProps & { name: string }) {
  return (
    <Field label={fieldLabel(name)} hint="Um nome por linha." error={error}>
      <Textarea rows={3} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
