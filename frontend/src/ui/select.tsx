import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldControl } from "@/ui/field";

export type Option = { value: string; label: string };

type SelectProps = ComponentProps<"select"> & { options: readonly Option[]; placeholder?: string };

/** The browser's own list; `placeholder` is a first, empty choice. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <select {...useFieldControl()} {...rest} className={clsx("control select", className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
