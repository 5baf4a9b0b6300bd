import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Icon } from "@/ui/icon";

type SearchInputProps = Omit<ComponentProps<"input">, "type" | "placeholder" | "onChange"> & {
  label: string;
  onChange: (typed: string) => void;
};

/** A box to search in: its label is also its placeholder, `className` says how wide it is. */
export function SearchInput({ label, className, onChange, ...input }: SearchInputProps) {
  return (
    <div className={clsx("relative min-w-0 flex-1", className)}>
      <Icon name="search" className="pointer-events-none absolute top-1/2 left-3 [translate:0_-50%] text-muted" />
      <input
        {...input}
        type="search"
        className="control pl-9"
        aria-label={label}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
