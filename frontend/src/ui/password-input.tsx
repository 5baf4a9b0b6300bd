import { type ComponentProps, useState } from "react";
import { IconButton } from "@/ui/icon-button";
import { Input } from "@/ui/input";

/** A secret being typed, readable on request. */
export function PasswordInput({ disabled, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} disabled={disabled} type={shown ? "text" : "password"} className="pr-10" />
      <IconButton
        icon={shown ? "eye-off" : "eye"}
        label={shown ? "Ocultar senha" : "Mostrar senha"}
        size="sm"
        disabled={disabled}
        className="absolute inset-y-0 right-1 my-auto"
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
