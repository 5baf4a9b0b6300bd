import "@testing-library/jest-dom/vitest";
import { format } from "node:util";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { server } from "./server";
import { listen } from "./spoken";
import { warnings } from "./warnings";

// Generous, for machines that are busy: what is right comes sooner.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has none; screens ask for reduced motion and for what is in sight, which all is, and Base UI observes sizes.
Object.assign(globalThis, {
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  IntersectionObserver: class {
    constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
    observe() {
      this.report([{ isIntersecting: true }]);
    }
    disconnect() {}
  },
});

// A notice stays while a pointer rests on it. Where the clock is the machine's own, it does until it is looked at.
new MutationObserver(() => {
  if (!vi.isFakeTimers()) document.querySelector(".toast")?.dispatchEvent(new MouseEvent("pointerenter"));
}).observe(document, { childList: true, subtree: true });

// jsdom applies the whole of a browser's own style sheet to an element whenever its role or name is asked for, a fifth of all
// time. Tests load no other sheet: what has no style of its own looks as whatever has its tag and these attributes.
const STYLED_BY = ["hidden", "open", "type", "dir", "popover", "multiple"];
const page = document.defaultView as Window;
const computed = page.getComputedStyle;
const styles = new Map<string, CSSStyleDeclaration>();
page.getComputedStyle = globalThis.getComputedStyle = (element, pseudo) => {
  if (pseudo || document.styleSheets.length > 0 || hasStyle(element)) return computed(element, pseudo);
  const key = [element.nodeName, ...STYLED_BY.map((name) => element.getAttribute(name))].join();
  const style = styles.get(key) ?? computed(element.cloneNode() as Element);
  styles.set(key, style);
  return style;
};
afterAll(() => void Object.assign(page, { getComputedStyle: computed }));

function hasStyle(element: Element | null): boolean {
  return element !== null && (element.hasAttribute("style") || hasStyle(element.parentElement));
}

// A page's timers end with it, as in a browser: those of Node would outlive its document.
type Start = (...what: unknown[]) => ReturnType<typeof setTimeout>;
const started: ReturnType<Start>[] = [];
for (const name of ["setTimeout", "setInterval"] as const) {
  const start = globalThis[name] as Start;
  const note: Start = (...what) => {
    const timer = start(...what);
    started.push(timer);
    return timer;
  };
  Object.assign(globalThis, { [name]: note });
  afterAll(() => void Object.assign(globalThis, { [name]: start }));
}
afterAll(() => started.forEach(clearTimeout));

// What React warns of is a fault: two keys alike, a change that no test waited for. So is a request that no test answers.
// Code that arrives late is none: it may have been asked for by the page of an earlier test, which nobody waits for any more.
const told = console.error;
beforeAll(() => {
  // The testing library says so in the first file of a process alone.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  console.error = (...what: unknown[]) => {
    const text = String(what[0]);
    if (text.startsWith("A suspended resource finished loading")) return;
    if (/same key|not wrapped in act|^Warning:|^\[MSW\]/.test(text)) warnings.push(format(...what));
    else told(...what);
  };
});
afterAll(() => {
  console.error = told;
});

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(listen);
afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  vi.useRealTimers();
  expect(warnings.splice(0)).toEqual([]);
});
afterAll(() => server.close());
