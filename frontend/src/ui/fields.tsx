/** Labels and controls; spread `form.field("name")` into a labelled one. */
import { clsx } from "clsx";
import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext, useId } from "react";
import { Icon } from "@/ui/button";

type FieldControl = { id?: string; "aria-describedby"?: string; "aria-invalid"?: true; required?: boolean };

const FieldContext = createContext<FieldControl>({});

/** The attributes that tie a control to the Field around it. */
export const useFieldControl = (): FieldControl => useContext(FieldContext);

type FieldProps = { label: ReactNode; hint?: ReactNode; error?: string; required?: boolean; children: ReactNode };

/** Label, control, and under it the problem, or else the hint. */
export function FormField({ label, hint, error, required, children }: FieldProps) {
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
      <label htmlFor={id} data-required={required || undefined} className="mb-1 block text-sm font-medium">
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

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldControl()} {...rest} className={clsx("control", className)} />;
}

type TextareaProps = ComponentProps<"textarea"> & {
  /** For pasted account lines: fixed-width letters, no spelling marks. */
  code?: boolean;
};

export function Textarea({ code = false, className, ...rest }: TextareaProps) {
  return (
    <textarea
      rows={5}
      spellCheck={!code}
      {...useFieldControl()}
      {...rest}
      className={clsx("control block", code && "font-mono text-sm", className)}
    />
  );
}

export type Option = { value: string; label: string };

export const optionsFrom = (labels: Readonly<Record<string, string | { label: string }>>): Option[] =>
  Object.entries(labels).map(([value, word]) => ({ value, label: typeof word === "string" ? word : word.label }));

type SelectProps = ComponentProps<"select"> & { options: readonly Option[]; placeholder?: string };

/** The browser's own list; `placeholder` is a first, empty choice. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <select {...useFieldControl()} {...rest} className={clsx("control select", className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

type ChoiceProps = Omit<SelectProps, "onChange"> & { label: string; onChange: (chosen: string) => void };

/** A select in a row of controls, where its label is only heard. */
export function Choice({ label, className = "sm:w-auto", onChange, ...rest }: ChoiceProps) {
  return <Select {...rest} aria-label={label} className={className} onChange={(event) => onChange(event.target.value)} />;
}

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

export function withLabel<P extends object>(Control: ComponentType<P>) {
  return function Labelled({ label, hint, error, required, ...control }: P & Omit<FieldProps, "children">) {
    return (
      <FormField label={label} hint={hint} error={error} required={required}>
        <Control {...(control as P)} />
      </FormField>
    );
  };
}

export const TextField = withLabel(Input);
export const TextareaField = withLabel(Textarea);
export const SelectField = withLabel(Select);

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
