import type { ComponentProps } from "react";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";

type SelectFieldProps = ComponentProps<typeof Select> & Pick<ComponentProps<typeof Field>, "label" | "hint" | "error">;

/** A labelled choice; spread `form.field("name")` into it. */
export function SelectField({ label, hint, error, required, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      <Select {...select} />
    </Field>
  );
}
