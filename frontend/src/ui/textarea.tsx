import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldControl } from "@/ui/field";

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
