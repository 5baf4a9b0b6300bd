import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { date, monthYear } from "@/lib/format";
import { Input } from "@/ui/input";

export type DateInputProps = Omit<ComponentProps<"input">, "value" | "type"> & {
  type?: "date" | "month";
  /** YYYY-MM-DD, of a month YYYY-MM, or "". */
  value: string;
};

/** A day or a month, read the Brazilian way whatever the browser's language; while it is written in, and in its
 * calendar, it is the browser's own. */
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
