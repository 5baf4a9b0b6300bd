import { type KeyboardEvent, useState } from "react";
import { Icon, type IconName } from "@/ui/icon";

type QuantityStepperProps = {
  value: number;
  max: number;
  /** What is counted, for those who don't see the card around. */
  label: string;
  /** A change is on its way. */
  busy: boolean;
  disabled: boolean;
  onChange: (value: number) => void;
};

/** Minus, a typed number, plus. 'Minus disabled at 0, plus disabled at the target, both disabled while that task
 * updates' (document 1 §4); 'negative or invalid becomes 0' (§5), and the screen caps it (decisions §6).
 */
export function QuantityStepper({ value, max, label, busy, disabled, onChange }: QuantityStepperProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    if (typed === null) return;
    const wanted = quantityOf(typed, max);
    setTyped(null);
    if (wanted !== value) onChange(wanted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") setTyped(null);
  };
  return (
    <div className="inline-flex items-stretch gap-1">
      <Step
        icon="minus"
        label={`Diminuir ${label}`}
        disabled={disabled || busy || value <= 0}
        onClick={() => onChange(value - 1)}
      />
      <input
        type="number"
        className="control w-18 text-center tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        aria-label={label}
        min={0}
        max={max}
        disabled={disabled}
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <Step
        icon="plus"
        label={`Aumentar ${label}`}
        disabled={disabled || busy || value >= max}
        onClick={() => onChange(value + 1)}
      />
    </div>
  );
}

/** The whole number that was typed: 0 when it is none or negative, at most `max`. */
export function quantityOf(typed: string, max: number): number {
  const wanted = Number(typed);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, max) : 0;
}

type StepProps = { icon: IconName; label: string; disabled: boolean; onClick: () => void };

/** Stays focusable while it is off, so that a step taken from the keyboard can be followed by another one. */
function Step({ icon, label, disabled, onClick }: StepProps) {
  return (
    <button
      type="button"
      className="btn btn-secondary btn-icon"
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
