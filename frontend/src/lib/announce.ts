/** The one voice of the page, for those who listen: two live regions, one of them interrupting.
 *
 * They stand in a closed shadow root: what is said is no second text of the page, to be found or selected.
 */
const HEARD_MS = 1000;
/** Until a screen reader knows of a region that has just come to its place. */
const KNOWN_MS = 100;

let parts: { host: HTMLElement; polite: HTMLElement; assertive: HTMLElement; knownAt: number } | undefined;

/** Say `text` once. The region is empty again afterwards: one that kept it would be read anew with every window that
 * closes over it. */
export function announce(text: string, { assertive = false } = {}): void {
  if (text === "") return;
  const said = announcer();
  const say = () => {
    const line = document.createElement("p");
    line.textContent = text;
    said[assertive ? "assertive" : "polite"].append(line);
    setTimeout(() => line.remove(), HEARD_MS);
  };
  // A modal dialog keeps all else from being heard.
  const place = document.querySelector("dialog[open]:not(.dialog-popup)") ?? document.body;
  if (said.host.parentNode !== place) {
    place.append(said.host);
    said.knownAt = performance.now() + KNOWN_MS;
  }
  // What comes meanwhile is said after what waits.
  const wait = Math.min(Math.ceil(said.knownAt - performance.now()), KNOWN_MS);
  if (wait > 0) setTimeout(say, wait);
  else say();
}

export function announcer() {
  if (parts) return parts;
  const host = document.createElement("div");
  host.id = "announcer";
  host.className = "sr-only";
  const region = (live: string) => {
    const created = document.createElement("div");
    created.setAttribute("aria-live", live);
    return created;
  };
  parts = { host, polite: region("polite"), assertive: region("assertive"), knownAt: 0 };
  host.attachShadow({ mode: "closed" }).append(parts.polite, parts.assertive);
  return parts;
}
