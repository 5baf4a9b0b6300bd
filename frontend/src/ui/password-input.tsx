import { clsx } from "clsx";
import { type ComponentProps, useState } from "react";
import { IconButton } from "@/ui/button";
import { Input, withLabel } from "@/ui/fields";

type PasswordInputProps = Omit<ComponentProps<"input">, "type"> & {
  /** What it is, for the button's name. */
  secret?: string;
};

/** A secret being typed, readable on request; one that no browser knows yet, unless `autoComplete` says so. */
export function PasswordInput({ secret = "senha", disabled, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        autoComplete="new-password"
        {...rest}
        disabled={disabled}
        type={shown ? "text" : "password"}
        className={clsx("pr-10", className)}
      />
      <IconButton
        icon={shown ? "eye-off" : "eye"}
        label={`${shown ? "Ocultar" : "Mostrar"} ${secret}`}
        size="sm"
        disabled={disabled}
        className="absolute inset-y-0 right-1 my-auto"
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

export const PasswordField = withLabel(PasswordInput);
