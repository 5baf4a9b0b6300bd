import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldControl } from "@/ui/field";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldControl()} {...rest} className={clsx("control", className)} />;
}
