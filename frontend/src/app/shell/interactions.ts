/** What of the shell answers to somebody's hands alone, and comes with their first sign. */
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_MS } from "@/lib/constants";
import { element } from "@/lib/dom";

export function startInteractions(): void {
  const content = document.getElementById("content");
  if (content) startFocus(content);
  startTooltips();
}

/** Nobody who works by keyboard loses their place (WCAG 2.4.3): when what has the focus goes away or is turned off, and
 * nobody else moves the focus, it goes to what is nearest to where it was. */

type Place = { parent: Element | null; next: Element | null; previous: Element | null };

/** Whoever closes a window gives the focus back by themselves: they come first. */
const PATIENCE_MS = 100;

// No text fields: a phone would show its keys.
const STOPS = "a[href], button:not(:disabled), [tabindex]";

export function startFocus(content: HTMLElement): void {
  let current: HTMLElement | null = null;
  let last: HTMLElement | null = null;
  let gap: Place | null = null;

  const follow = (focused: EventTarget | null) => {
    current = focused as HTMLElement;
    if (!content.contains(current)) return;
    last = current;
    gap = null;
  };
  if (document.activeElement !== document.body) follow(document.activeElement);
  document.addEventListener("focusin", ({ target }) => follow(target));
  // Pressing what takes no focus is a way to have none.
  document.addEventListener("pointerdown", () => {
    current = null;
  });

  const rescue = () => {
    if (document.activeElement !== document.body || !current) return;
    const back = isGone(last) ? gap && nearest(gap, content) : last;
    // What was only turned off for a while takes it back.
    (isGone(current) ? (back ?? content) : current).focus();
  };
  new MutationObserver((records) => {
    for (const record of records) gap = gapOf(record, last) ?? gap;
    if (current && document.activeElement === document.body) setTimeout(rescue, PATIENCE_MS);
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

const GAP_PX = 6;

/** One tooltip for every `[data-tooltip]`, in templates and islands: after 700 ms, at once within 300 ms of another. Where
 * the attribute is empty it tells the text of its element. */
export function startTooltips(): void {
  const bubble = element("div", { className: "tooltip", ariaHidden: "true", popover: "manual" });
  document.body.append(bubble);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let owner: HTMLElement | null = null;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  // A window grows under it when what it shows arrives.
  const growth = new ResizeObserver(() => owner && place(bubble, owner));
  const hide = () => {
    clearTimeout(timer);
    growth.disconnect();
    owner = null;
    if (!bubble.matches(":popover-open")) return;
    bubble.hidePopover();
    hiddenAt = performance.now();
  };
  const show = (target: HTMLElement) => {
    if (!target.isConnected) return;
    bubble.textContent = target.dataset.tooltip || target.textContent;
    bubble.showPopover();
    growth.observe(target.closest("dialog") ?? target);
    place(bubble, target);
  };
  const enter = (entered: EventTarget | null, delay: number) => {
    const target = entered instanceof Element ? entered.closest<HTMLElement>("[data-tooltip]") : null;
    if (target === owner) return;
    hide();
    if (!target || !isNeeded(target)) return;
    owner = target;
    const skip = performance.now() - hiddenAt < TOOLTIP_SKIP_MS;
    timer = setTimeout(() => show(target), skip ? 0 : delay);
  };

  const focus = (focused: EventTarget | null) => {
    if (focused instanceof Element && focused.matches(":focus-visible")) enter(focused, 0);
  };
  document.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType === "mouse") enter(target, TOOLTIP_DELAY_MS);
  });
  document.addEventListener("focusin", ({ target }) => focus(target));
  document.addEventListener("focusout", hide);
  document.addEventListener("pointerdown", hide);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("scroll", hide, { capture: true, passive: true });

  // The pointer and the focus may have been there before this was.
  if (matchMedia("(hover: hover)").matches) enter(document.querySelector("[data-tooltip]:hover"), TOOLTIP_DELAY_MS);
  focus(document.activeElement);
}

/** An entry of the sidebar names itself until it is collapsed; a text is read whole where it stands, unless cut. */
function isNeeded(target: HTMLElement): boolean {
  const { tooltipWhen } = target.dataset;
  if (tooltipWhen === "collapsed") return document.documentElement.dataset.sidebar === "collapsed";
  if (tooltipWhen !== "cut") return true;
  return target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
}

/** Under the target, or over it at the bottom of the window; beside it in the collapsed sidebar. */
function place(bubble: HTMLElement, target: HTMLElement): void {
  const at = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const beside = target.dataset.tooltipWhen === "collapsed";
  const below = at.bottom + GAP_PX + height < innerHeight ? at.bottom + GAP_PX : at.top - GAP_PX - height;
  const left = beside ? at.right + GAP_PX : at.left + at.width / 2 - width / 2;
  bubble.style.top = `${beside ? at.top + at.height / 2 - height / 2 : below}px`;
  bubble.style.left = `${Math.min(Math.max(GAP_PX, left), innerWidth - width - GAP_PX)}px`;
}
