import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { Checkbox } from "@/ui/fields";

type OptionGroupProps = {
  label: string;
  options: readonly string[];
  labelOf?: (option: string) => ReactNode;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
  hint?: string;
  /** The grid's columns and gaps. */
  className?: string;
};

const NARROW = "grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-4 gap-y-1";

/** Several of a short list, kept in the list's order. */
export function OptionGroup(props: OptionGroupProps) {
  const { label, options, labelOf = String, value, onChange, error, hint, className = NARROW } = props;
  const id = useId();
  const note = error ?? hint;
  const toggle = (option: string, on: boolean) =>
    onChange(options.filter((each) => (each === option ? on : value.includes(each))));
  return (
    <fieldset aria-describedby={note ? id : undefined}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className={clsx("grid", className)}>
        {options.map((option) => (
          <Checkbox
            key={option}
            label={labelOf(option)}
            checked={value.includes(option)}
            onChange={(on) => toggle(option, on)}
          />
        ))}
      </div>
      {note && (
        <p id={id} className={clsx("mt-1 text-sm", error ? "text-bad" : "text-muted")}>
          {note}
        </p>
      )}
    </fieldset>
  );
}
