import type { ChangeEvent, ComponentProps, FocusEvent } from "react";
import { type Currency, decimal, parseMoney } from "@/lib/format";
import { Input } from "@/ui/input";

const SYMBOLS: Record<Currency, string> = { BRL: "R$", EUR: "€", USD: "US$" };

type MoneyInputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  /** What the person typed; `parseMoney` turns it into the decimal string that is sent. */
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  currency?: Currency;
};

/** An amount with its currency in front, written the Brazilian way ("1.234,50") once the field is left. */
export function MoneyInput({ currency = "BRL", onBlur, onChange, ...rest }: MoneyInputProps) {
  const tidy = (event: FocusEvent<HTMLInputElement>) => {
    const amount = parseMoney(event.target.value);
    if (amount !== null && event.target.value !== decimal(amount)) {
      event.target.value = decimal(amount);
      onChange(event);
    }
    onBlur?.(event);
  };
  return (
    <div className="relative">
      <span className="pointer-events-none absolute inset-y-0 left-0 grid w-11 place-items-center text-muted">
        {SYMBOLS[currency]}
      </span>
      <Input
        {...rest}
        inputMode="decimal"
        autoComplete="off"
        className="pl-11 tabular-nums"
        onChange={onChange}
        onBlur={tidy}
      />
    </div>
  );
}
