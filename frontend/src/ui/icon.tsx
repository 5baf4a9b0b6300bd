import { clsx } from "clsx";

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
