import type { ChangeEvent } from "react";
import { money, parseMoney } from "@/lib/format";
import { toEuro } from "@/shared/creation/money";
import { Field } from "@/ui/field";
import { MoneyInput } from "@/ui/money-input";

type PriceFieldProps = {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  error?: string | undefined;
  /** Euros for a dollar, from the global settings. */
  rate: string;
  placeholder?: string;
};

/** A price in dollars, with the euros that go out under it. */
export function PriceField({ error, rate, ...input }: PriceFieldProps) {
  const euro = toEuro(parseMoney(input.value) ?? "", rate);
  const hint = euro === null ? undefined : `Enviado como ${money(euro, "EUR")} · câmbio ${shortRate(rate)}`;
  return (
    <Field label="Preço (USD)" hint={hint} error={error}>
      <MoneyInput currency="USD" {...input} />
    </Field>
  );
}

/** "0.8700" → "0,87" */
function shortRate(rate: string): string {
  return String(Number(rate)).replace(".", ",");
}
