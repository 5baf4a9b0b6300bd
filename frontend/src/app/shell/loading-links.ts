/** Links that show the loading overlay before they lead on: `data-loading="Carregando Perfil..."`. */
import { QUICK_OVERLAY_MS, SIDEBAR_OVERLAY_MS } from "@/lib/constants";
import { hideOverlay, markLeaving, openWithOverlay } from "@/lib/navigate";

const DELAYS: Record<string, number> = { sidebar: SIDEBAR_OVERLAY_MS, quick: QUICK_OVERLAY_MS };

export function startLoadingLinks(): void {
  document.addEventListener("click", follow);
  // A page taken back from the browser's memory still has its overlay on.
  addEventListener("pageshow", hideOverlay);
}

function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || !opensHere(event, link)) return;
  const { loading, delay } = link.dataset;
  if (loading === undefined) {
    markLeaving();
    return;
  }
  event.preventDefault();
  link.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
  openWithOverlay(link.href, loading, DELAYS[delay ?? ""] ?? QUICK_OVERLAY_MS);
}

/** A plain click that replaces this page by one of ours: not a new tab, a download or another site. */
function opensHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
  return !modified && !link.target && !link.hasAttribute("download") && link.origin === location.origin;
}
