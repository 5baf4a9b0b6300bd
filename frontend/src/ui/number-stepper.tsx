import { type KeyboardEvent, useState } from "react";
import { useFieldControl } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";

type NumberStepperProps = {
  value: number;
  /** Called with a whole number between `min` and `max`, on a step or when typing ends. */
  onChange: (value: number) => void;
  /** Names the number for those who don't see it, when no Field does. */
  label?: string;
  min?: number;
  max?: number;
  disabled?: boolean;
};

/** Minus, a typed number, plus: 'negative or invalid becomes 0; never below 0' (document 1 §5), capped at `max`. */
export function NumberStepper({
  value,
  onChange,
  label,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  disabled = false,
}: NumberStepperProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const clamp = (wanted: number) => Math.min(max, Math.max(min, Number.isInteger(wanted) ? wanted : 0));
  const commit = (wanted: number) => {
    setTyped(null);
    if (clamp(wanted) !== value) onChange(clamp(wanted));
  };
  const commitTyped = () => typed !== null && commit(Number.parseInt(typed, 10));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") commitTyped();
  };
  return (
    <div className="inline-flex items-stretch gap-1">
      <IconButton
        icon="minus"
        label="Diminuir"
        variant="secondary"
        disabled={disabled || value <= min}
        onClick={() => commit(value - 1)}
      />
      <input
        {...useFieldControl()}
        aria-label={label}
        className="control w-16 text-center tabular-nums"
        inputMode="numeric"
        disabled={disabled}
        value={typed ?? String(value)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commitTyped}
        onKeyDown={onKeyDown}
      />
      <IconButton
        icon="plus"
        label="Aumentar"
        variant="secondary"
        disabled={disabled || value >= max}
        onClick={() => commit(value + 1)}
      />
    </div>
  );
}
