import type { ReactNode } from "react";
import { renderIn } from "@/app/mount";
import { Palette } from "@/app/palette/palette";
import { ShortcutsSheet, singleKeysAreOn } from "@/app/palette/shortcuts-sheet";

let openings = 0;

/** Show the palette, or put it away when it is there. A window that waits for an answer is not covered. */
export function openPalette(): void {
  const shown = host().querySelector("dialog");
  if (shown?.open) shown.close();
  else show((number) => <Palette key={number} onShortcuts={openShortcuts} onClosed={() => hide(number)} />);
}

/** Show what the keys do. */
function openShortcuts(): void {
  show((number) => <ShortcutsSheet key={number} />);
}

/** The same for somebody who pressed one key, if that means something to them. */
export function openShortcutsByKey(): void {
  if (singleKeysAreOn()) openShortcuts();
}

function show(content: (number: number) => ReactNode): void {
  if (document.querySelector(".dialog-popup, dialog[open]")) return;
  openings += 1;
  renderIn(host(), content(openings));
}

/** Unless something else has been shown since. */
function hide(number: number): void {
  if (number === openings) renderIn(host(), null);
}

function host(): HTMLElement {
  const existing = document.getElementById("palette");
  if (existing) return existing;
  const created = document.createElement("div");
  created.id = "palette";
  document.body.append(created);
  return created;
}
