import type { ComponentProps } from "react";
import { DateInput, type DateInputProps } from "@/ui/date-input";
import { Field } from "@/ui/field";

type DateFieldProps = DateInputProps & Pick<ComponentProps<typeof Field>, "label" | "hint" | "error">;

/** A labelled day or month; spread `form.field("name")` into it. */
export function DateField({ label, hint, error, required, ...input }: DateFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      <DateInput {...input} />
    </Field>
  );
}
