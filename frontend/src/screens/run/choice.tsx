import { type ReactNode, useId } from "react";

type ChoiceProps = {
  name: string;
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChoose: () => void;
  children?: ReactNode;
};

/** One of a few answers, with what it leads to; `children` are asked for when it is chosen. Belongs in a fieldset. */
export function Choice({ name, label, hint, checked, onChoose, children }: ChoiceProps) {
  const labelId = useId();
  const hintId = useId();
  return (
    <div className="rounded-md border border-line p-3 has-checked:border-accent">
      <label className="flex items-start gap-2.5">
        <input
          type="radio"
          name={name}
          className="mt-0.5 size-4 flex-none"
          aria-labelledby={labelId}
          aria-describedby={hintId}
          checked={checked}
          onChange={onChoose}
        />
        <span>
          <span id={labelId} className="block font-medium">
            {label}
          </span>
          <span id={hintId} className="block text-sm text-muted">
            {hint}
          </span>
        </span>
      </label>
      {checked && children && <div className="mt-3 ml-6.5">{children}</div>}
    </div>
  );
}
