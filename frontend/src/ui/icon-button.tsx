import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Button } from "@/ui/button";
import type { IconName } from "@/ui/icon";

type IconButtonProps = Omit<ComponentProps<typeof Button>, "children" | "icon"> & {
  icon: IconName;
  /** What it does, in words: the accessible name and the tooltip. */
  label: string;
};

export function IconButton({ label, variant = "ghost", className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      className={clsx("btn-icon", className)}
      aria-label={label}
      data-tooltip={label}
    />
  );
}
