/** Nobody who works by keyboard loses their place (WCAG 2.4.3): when what has the focus goes away or is turned off, and
 * nobody else moves the focus, it goes to what is nearest to where it was. */

type Place = { parent: Element | null; next: Element | null; previous: Element | null };

/** Whoever closes a window gives the focus back by themselves: they come first. */
const PATIENCE_MS = 100;

// No text fields: a phone would show its keys.
const STOPS = "a[href], button:not(:disabled), [tabindex]";

export function startFocus(content: HTMLElement): void {
  let current: Element | null = null;
  let last: HTMLElement | null = null;
  let gap: Place | null = null;

  const follow = (focused: EventTarget | null) => {
    current = focused as Element;
    if (!content.contains(current)) return;
    last = focused as HTMLElement;
    gap = null;
  };
  if (document.activeElement !== document.body) follow(document.activeElement);
  document.addEventListener("focusin", ({ target }) => follow(target));
  // Pressing what takes no focus is a way to have none.
  document.addEventListener("pointerdown", () => {
    current = null;
  });

  const rescue = () => {
    if (document.activeElement !== document.body || !isGone(current)) return;
    const back = isGone(last) ? gap && nearest(gap, content) : last;
    (back ?? content).focus();
  };
  new MutationObserver((records) => {
    for (const record of records) gap = gapOf(record, last) ?? gap;
    if (isGone(current)) setTimeout(rescue, PATIENCE_MS);
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
}

function isGone(element: Element | null): boolean {
  return element !== null && (!element.isConnected || element.matches(":disabled"));
}

/** Where `element` was, if this is how it went. */
function gapOf(record: MutationRecord, element: Element | null): Place | null {
  const parent = record.target as Element;
  if (record.type === "attributes") return parent === element ? around(parent) : null;
  if (![...record.removedNodes].some((node) => node.contains(element))) return null;
  return {
    parent,
    next: elementFrom(record.nextSibling, "nextSibling"),
    previous: elementFrom(record.previousSibling, "previousSibling"),
  };
}

function around(element: Element): Place {
  return { parent: element.parentElement, next: element.nextElementSibling, previous: element.previousElementSibling };
}

function elementFrom(node: Node | null, way: "nextSibling" | "previousSibling"): Element | null {
  let found = node;
  while (found && !(found instanceof Element)) found = found[way];
  return found;
}

/** The next thing that takes the focus, or the one before, or what is around them; `content` if there is nothing. */
function nearest(gap: Place, content: HTMLElement): HTMLElement {
  for (let place = gap; place.parent?.isConnected && content.contains(place.parent); place = around(place.parent)) {
    for (let each = place.next; each; each = each.nextElementSibling) {
      const [first] = stopsIn(each);
      if (first) return first;
    }
    for (let each = place.previous; each; each = each.previousElementSibling) {
      const found = stopsIn(each).at(-1);
      if (found) return found;
    }
  }
  return content;
}

function stopsIn(element: Element): HTMLElement[] {
  const all = [element, ...element.querySelectorAll<HTMLElement>(STOPS)] as HTMLElement[];
  return all.filter((each) => each.matches(STOPS) && each.checkVisibility?.() !== false);
}
