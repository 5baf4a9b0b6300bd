import { type ReactNode, useId } from "react";

type SwitchProps = {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** On or off, at once; the words beside it are its label, and its description no part of the name. */
export function Switch({ label, description, checked, onChange, disabled }: SwitchProps) {
  const labelId = useId();
  const descriptionId = useId();
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        disabled={disabled}
        aria-labelledby={labelId}
        aria-describedby={description ? descriptionId : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span id={labelId} className="block font-medium">
          {label}
        </span>
        {description && (
          <span id={descriptionId} className="block text-sm text-muted">
            {description}
          </span>
        )}
      </span>
    </label>
  );
}
