/** Leaving for another page of ours, with the loading overlay. Plain TypeScript: the shell uses it. */
import { announce } from "@/lib/announce";
import { element } from "@/lib/dom";

/** When the page is about to be replaced by one of ours; the presence signal asks. */
let leavingUntil = 0;
export const LEAVING_MS = 5000;

export const isLeavingForOurs = (): boolean => Date.now() < leavingUntil;

export function markLeaving(): void {
  leavingUntil = Date.now() + LEAVING_MS;
}

export function leaveFor(href: string): void {
  markLeaving();
  location.assign(href);
}

/** Show `message` over everything for `durationMs` while the target loads behind, then go there.
 * With prefers-reduced-motion the overlay is skipped. */
export function openWithOverlay(href: string, message: string, durationMs: number): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    leaveFor(href);
    return;
  }
  document.head.append(element("link", { rel: "prefetch", href }));
  showOverlay(message);
  setTimeout(() => leaveFor(href), durationMs);
}

export function showOverlay(message = "Carregando..."): void {
  const overlay = document.getElementById("loading-overlay");
  const text = overlay?.querySelector("[data-overlay-message]");
  if (!overlay || !text) return;
  text.textContent = message;
  overlay.hidden = false;
  announce(message);
}

export function hideOverlay(): void {
  const overlay = document.getElementById("loading-overlay");
  if (overlay) overlay.hidden = true;
}
