import { afterAll } from "vitest";

type Start = (...what: unknown[]) => ReturnType<typeof setTimeout>;

// A page's timers end with it, as in a browser: those of Node would outlive its document.
const started: ReturnType<Start>[] = [];
for (const name of ["setTimeout", "setInterval"] as const) {
  const start = globalThis[name] as Start;
  const note: Start = (...what) => {
    const timer = start(...what);
    started.push(timer);
    return timer;
  };
  Object.assign(globalThis, { [name]: note });
}
afterAll(() => started.forEach(clearTimeout));
