import type { ComponentProps } from "react";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/textarea";

type TextareaFieldProps = ComponentProps<typeof Textarea> &
  Pick<ComponentProps<typeof Field>, "label" | "hint" | "error">;

/** A labelled text of several lines; spread `form.field("name")` into it. */
export function TextareaField({ label, hint, error, required, ...textarea }: TextareaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      <Textarea {...textarea} />
    </Field>
  );
}
