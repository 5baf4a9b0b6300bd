import { clsx } from "clsx";
import type { ComponentProps, MouseEvent } from "react";
import { Icon, type IconName } from "@/ui/icon";

type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
type ButtonSize = "sm" | "md";

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks. The button stays focusable, so that focus is not lost under a dialog. */
  busy?: boolean;
  icon?: IconName;
};

export function Button(props: ButtonProps) {
  const { variant = "secondary", size = "md", busy = false, icon, className, children, onClick, ...rest } = props;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={clsx("btn", `btn-${variant}`, size === "sm" && "btn-sm", className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={click}
    >
      {busy ? <Icon name="spinner" className="spinner" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

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

type DownloadProps = ComponentProps<"a"> & { variant?: ButtonVariant; size?: ButtonSize };

/** A file to be saved, as a button. */
export function DownloadLink({ variant = "secondary", size = "md", className, children, ...rest }: DownloadProps) {
  return (
    <a {...rest} className={clsx("btn", `btn-${variant}`, size === "sm" && "btn-sm", className)} download>
      <Icon name="download" />
      {children}
    </a>
  );
}
