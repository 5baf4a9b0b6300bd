/** Icons, the buttons that they stand in, and where the main ones of a page are. */

import { clsx } from "clsx";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { createPortal } from "react-dom";

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
    <Button {...rest} variant={variant} className={clsx("btn-icon", className)} aria-label={label} data-tooltip={label} />
  );
}

type DownloadProps = ComponentProps<"a"> & { variant?: ButtonVariant; size?: ButtonSize };

export function DownloadLink({ variant = "secondary", size = "md", className, children, ...rest }: DownloadProps) {
  return (
    <a {...rest} className={clsx("btn", `btn-${variant}`, size === "sm" && "btn-sm", className)} download>
      <Icon name="download" />
      {children}
    </a>
  );
}

/** The drawings of styles/icons; icon.test.tsx holds that every name has its line in icons.css. */
// biome-ignore format: names, several a line
export const ICON_NAMES = [
  "alert", "arrow-left", "arrow-right", "bell", "calendar", "camera", "chart", "check", "chevron-down",
  "chevron-left", "chevron-right", "circle-check", "clock", "close", "collapse", "copy", "download",
  "edit", "external", "eye", "eye-off", "file", "filter", "fortnite", "home", "image", "inbox", "info", "integrations", "key",
  "link", "lock", "log-out", "market", "menu", "minus", "monitor", "moon", "panel", "pause", "play", "plus",
  "refresh", "roblox", "runs", "search", "settings", "shield", "spinner", "star", "stop", "store", "sun",
  "tasks", "trash", "trend", "undo", "upload", "user", "users", "valorant", "wallet", "war-thunder",
] as const;

export type IconName = (typeof ICON_NAMES)[number];

/** Decoration, sized by the text around it: the words beside it, or its button's label, carry the meaning. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <i className={clsx("icon", `icon-${name}`, className)} aria-hidden="true" />;
}

/** Puts the page's main actions at the right of the title that templates/shell/page.html rendered. */
export function PageActions({ children }: { children: ReactNode }) {
  const place = document.getElementById("page-actions");
  return place && createPortal(children, place);
}
