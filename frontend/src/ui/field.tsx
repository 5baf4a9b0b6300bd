import { createContext, type ReactNode, useContext, useId } from "react";

type FieldControl = { id?: string; "aria-describedby"?: string; "aria-invalid"?: true; required?: boolean };

const FieldContext = createContext<FieldControl>({});

/** The attributes that tie a control to the Field around it. */
export function useFieldControl(): FieldControl {
  return useContext(FieldContext);
}

type FieldProps = { label: ReactNode; hint?: ReactNode; error?: string; required?: boolean; children: ReactNode };

/** Label, control, and under it the problem, or else the hint. */
export function Field({ label, hint, error, required, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const control: FieldControl = {
    id,
    ...(note ? { "aria-describedby": `${id}-note` } : {}),
    ...(error ? { "aria-invalid": true } : {}),
    ...(required ? { required } : {}),
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {note && (
        <p id={`${id}-note`} className={error ? "mt-1 text-sm text-bad" : "mt-1 text-sm text-muted"}>
          {note}
        </p>
      )}
    </div>
  );
}
