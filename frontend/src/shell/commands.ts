/** Ctrl+K or ⌘K and the header's search open the palette, '?' the sheet of shortcuts; their code comes when asked for. */
import { whenLoaded } from "@/shell/when-loaded";

export function startCommands(): void {
  if (!document.querySelector("[data-palette]")) return;
  const palette = () => whenLoaded(load, ({ openPalette }) => openPalette());
  for (const button of document.querySelectorAll("[data-palette]")) button.addEventListener("click", palette);
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      palette();
    } else if (event.key === "?" && !isTyping(event)) {
      whenLoaded(load, ({ openShortcutsByKey }) => openShortcutsByKey());
    }
  });
}

const load = () => import("@/features/palette/open-palette");

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
