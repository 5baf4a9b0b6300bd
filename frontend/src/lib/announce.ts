/** The one voice of the page, for those who listen: two live regions, one of them interrupting.
 * They stand in a closed shadow root: what is said is no second text of the page, to be found or selected. */
import { element } from "@/lib/dom";

const HEARD_MS = 1000;
/** Until a screen reader knows of a region that has just come to its place. */
const KNOWN_MS = 100;

type Parts = {
  host: HTMLElement;
  polite: HTMLElement;
  assertive: HTMLElement;
  /** What waits until the region is known in its new place, in the order it came. */
  waiting: (() => void)[];
  timer: ReturnType<typeof setTimeout> | undefined;
};

let parts: Parts | undefined;

/** Say `text` once. The region is emptied again, or it would be read anew with every window that closes over it. */
export function announce(text: string, { assertive = false } = {}): void {
  if (text === "") return;
  const regions = announcer();
  const say = () => {
    const line = element("p", {}, text);
    regions[assertive ? "assertive" : "polite"].append(line);
    setTimeout(() => line.remove(), HEARD_MS);
  };
  // A modal dialog keeps all else from being heard.
  const place = document.querySelector("dialog[open]:not(.dialog-popup)") ?? document.body;
  regions.waiting.push(say);
  if (regions.host.parentNode !== place) {
    place.append(regions.host);
    clearTimeout(regions.timer);
    regions.timer = setTimeout(() => sayWaiting(regions), KNOWN_MS);
  } else if (regions.timer === undefined) {
    sayWaiting(regions);
  }
}

function sayWaiting(regions: Parts): void {
  regions.timer = undefined;
  for (const say of regions.waiting.splice(0)) say();
}

export function announcer(): Parts {
  if (parts) return parts;
  const host = element("div", { id: "announcer", className: "sr-only" });
  const region = (live: string) => {
    const created = element("div", {});
    created.setAttribute("aria-live", live);
    return created;
  };
  parts = { host, polite: region("polite"), assertive: region("assertive"), waiting: [], timer: undefined };
  host.attachShadow({ mode: "closed" }).append(parts.polite, parts.assertive);
  return parts;
}
