import type { ComponentProps } from "react";
import { Field } from "@/ui/field";
import { PasswordInput } from "@/ui/password-input";

type PasswordFieldProps = ComponentProps<typeof PasswordInput> &
  Pick<ComponentProps<typeof Field>, "label" | "hint" | "error">;

/** A labelled secret; spread `form.field("name")` into it. */
export function PasswordField({ label, hint, error, required, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      <PasswordInput {...input} />
    </Field>
  );
}
