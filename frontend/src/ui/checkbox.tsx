import type { ReactNode } from "react";

type CheckboxProps = { label: ReactNode; checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean };

export function Checkbox({ label, checked, onChange, disabled }: CheckboxProps) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        className="size-4"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
