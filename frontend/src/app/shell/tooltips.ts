/** One tooltip for every `[data-tooltip]`, in templates and islands: after 700 ms, at once within 300 ms of another. Where
 * the attribute is empty it tells the text of its element. */
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_MS } from "@/lib/constants";

const GAP_PX = 6;

export function startTooltips(): void {
  const bubble = document.createElement("div");
  bubble.className = "tooltip";
  bubble.ariaHidden = "true";
  bubble.popover = "manual";
  document.body.append(bubble);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let owner: HTMLElement | null = null;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  const hide = () => {
    clearTimeout(timer);
    owner = null;
    if (!bubble.matches(":popover-open")) return;
    bubble.hidePopover();
    hiddenAt = performance.now();
  };
  const show = (target: HTMLElement) => {
    if (!target.isConnected) return;
    bubble.textContent = target.dataset.tooltip || target.textContent;
    bubble.showPopover();
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

/** Entries of the sidebar say their name themselves until it is collapsed; a text is read whole where it stands, unless
 * it is cut. */
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
