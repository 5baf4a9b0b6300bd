import { type ChangeEvent, useState } from "react";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { PasswordInput } from "@/ui/password-input";

type KeyFieldProps = {
  label: string;
  /** The stored key as it may be shown ('••••1234'), null when there is none. */
  stored: string | null;
  /** What was typed; empty keeps the stored key. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
};

/** A key that is written but not read: the stored one stays masked, and stays, until another one is typed. */
export function KeyField({ label, stored, value, onChange, error }: KeyFieldProps) {
  const [replacing, setReplacing] = useState(false);
  const turn = (on: boolean) => {
    setReplacing(on);
    onChange("");
  };
  const shown = stored !== null && !replacing;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label} error={error}>
          {shown ? (
            <Input value={stored} readOnly className="font-mono" />
          ) : (
            <PasswordInput
              value={value}
              autoComplete="off"
              spellCheck={false}
              autoFocus={replacing}
              onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
            />
          )}
        </Field>
      </div>
      {stored !== null && (
        <Button className="mt-5.5" onClick={() => turn(!replacing)}>
          {replacing ? "Manter a atual" : "Trocar"}
        </Button>
      )}
    </div>
  );
}
