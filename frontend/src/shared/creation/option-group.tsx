import { useId } from "react";
import { Checkbox } from "@/ui/checkbox";

type OptionGroupProps = {
  label: string;
  options: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
};

/** Several of a short list, kept in the list's order. */
export function OptionGroup({ label, options, value, onChange, error }: OptionGroupProps) {
  const id = useId();
  const toggle = (option: string, on: boolean) =>
    onChange(options.filter((each) => (each === option ? on : value.includes(each))));
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-4 gap-y-1">
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={value.includes(option)}
            onChange={(on) => toggle(option, on)}
          />
        ))}
      </div>
      {error && (
        <p id={id} className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
