/** Days and amounts: controls with a form of their own, and the same with a label. */

import { clsx } from "clsx";
import type { ChangeEvent, ComponentProps, FocusEvent } from "react";
import { type Currency, date, decimal, monthYear, parseMoney } from "@/lib/format";
import { Input, withLabel } from "@/ui/fields";

export type DateInputProps = Omit<ComponentProps<"input">, "value" | "type"> & {
  type?: "date" | "month";
  /** YYYY-MM-DD, of a month YYYY-MM, or "". */
  value: string;
};

/** A day or a month, read the Brazilian way in any browser; while edited, and in its calendar, in the browser's own. */
export function DateInput({ type = "date", className, ...rest }: DateInputProps) {
  const { value } = rest;
  return (
    <div className={clsx("relative", className)}>
      <Input
        {...LIMITS[type]}
        {...rest}
        type={type}
        className="peer [&:not(:focus-within)]:text-transparent forced-colors:[&:not(:focus-within)]:text-inherit"
      />
      <span
        aria-hidden="true"
        className={clsx(
          "pointer-events-none absolute inset-y-0 left-2.5 flex items-center tabular-nums peer-focus-within:hidden forced-colors:hidden",
          value === "" && "text-muted",
        )}
      >
        {value === "" ? EMPTY[type] : SHOWN[type](value)}
      </span>
    </div>
  );
}

/** The days that the server takes. */
const LIMITS = { date: { min: "2000-01-01", max: "2100-12-31" }, month: { min: "2000-01", max: "2100-12" } };
const SHOWN = { date, month: monthYear };
const EMPTY = { date: "dd/mm/aaaa", month: "mês e ano" };

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

export const DateField = withLabel(DateInput);
export const MoneyField = withLabel(MoneyInput);
