import type { ComponentProps } from "react";
import { Field } from "@/ui/field";
import { MoneyInput } from "@/ui/money-input";

type MoneyFieldProps = ComponentProps<typeof MoneyInput> &
  Pick<ComponentProps<typeof Field>, "label" | "hint" | "error">;

/** A labelled amount; spread `form.field("name")` into it. */
export function MoneyField({ label, hint, error, required, ...input }: MoneyFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      <MoneyInput {...input} />
    </Field>
  );
}
