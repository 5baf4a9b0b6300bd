import type { ComponentProps } from "react";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

type TextFieldProps = ComponentProps<"input"> & Pick<ComponentProps<typeof Field>, "label" | "hint" | "error">;

/** A labelled input; spread `form.field("name")` into it. */
export function TextField({ label, hint, error, required, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      <Input {...input} />
    </Field>
  );
}
