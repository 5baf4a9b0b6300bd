import { type ComponentProps, useState } from "react";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Input } from "@/ui/input";

type ApiKeyFieldProps = Omit<ComponentProps<"input">, "type"> & Pick<ComponentProps<typeof Field>, "hint" | "error">;

/** The key as dots, readable on request. */
export function ApiKeyField({ hint, error, ...input }: ApiKeyFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label="Chave da API" hint={hint} error={error}>
      <div className="relative">
        <Input
          {...input}
          type={shown ? "text" : "password"}
          className="pr-10 font-mono"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
        />
        <IconButton
          icon={shown ? "eye-off" : "eye"}
          label={shown ? "Ocultar chave" : "Mostrar chave"}
          size="sm"
          className="absolute inset-y-0 right-1 my-auto"
          onClick={() => setShown(!shown)}
        />
      </div>
    </Field>
  );
}
