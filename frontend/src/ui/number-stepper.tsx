import { type KeyboardEvent, useState } from "react";
import { Icon, type IconName } from "@/ui/button";
import { useFieldControl } from "@/ui/fields";

type NumberStepperProps = {
  value: number;
  /** Called with a whole number between 0 and `max`, on a step or when typing ends. */
  onChange: (value: number) => void;
  /** What is counted: the name of the number when no Field gives one, and part of the buttons' names. */
  label: string;
  max?: number;
  disabled?: boolean;
  /** A change is on its way: no step until it has arrived. */
  busy?: boolean;
};

/** Minus, a typed number, plus: 'negative or invalid becomes 0; never below 0', capped at `max`. */
export function NumberStepper(props: NumberStepperProps) {
  const { value, onChange, label, max = Number.MAX_SAFE_INTEGER, disabled = false, busy = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const field = useFieldControl();

  const commit = () => {
    if (typed === null) return;
    const wanted = Number(typed);
    const next = Math.min(max, Math.max(0, Number.isInteger(wanted) ? wanted : 0));
    setTyped(null);
    if (next !== value) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") setTyped(null);
  };
  const fixed = disabled || busy;

  return (
    <div className="inline-flex items-stretch gap-1">
      <Step icon="minus" label={`Diminuir ${label}`} off={fixed || value <= 0} onClick={() => onChange(value - 1)} />
      <input
        {...field}
        aria-label={field.id ? undefined : label}
        type="number"
        className="control plain-number w-18 text-center tabular-nums"
        inputMode="numeric"
        min={0}
        max={max}
        disabled={disabled}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <Step icon="plus" label={`Aumentar ${label}`} off={fixed || value >= max} onClick={() => onChange(value + 1)} />
    </div>
  );
}

/** Stays focusable while it is off, so that a step taken from the keyboard can be followed by another one. */
function Step({ icon, label, off, onClick }: { icon: IconName; label: string; off: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-secondary btn-icon"
      aria-label={label}
      aria-disabled={off}
      onClick={off ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
