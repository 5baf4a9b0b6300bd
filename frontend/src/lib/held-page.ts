/** Pages that hold what exists nowhere else, such as pasted accounts or a form half filled in. */
import "@/lib/base";
import { useEffect, useSyncExternalStore } from "react";

let holders = 0;
let sessionOver = false;
const listeners = new Set<() => void>();

/** While `active`, ask before the page is left, and stay on it when the session ends: `useSessionOver` says so then. */
export function useHeldPage(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    holders += 1;
    addEventListener("beforeunload", ask);
    return () => {
      holders -= 1;
      removeEventListener("beforeunload", ask);
    };
  }, [active]);
}

/** The session of a held page is over: true when that is told on the page, false for a page that may be left. */
export function keepPage(): boolean {
  if (holders > 0) tell(true);
  return holders > 0;
}

/** Somebody has signed in again. */
export function sessionIsBack(): void {
  tell(false);
}

export function useSessionOver(): boolean {
  return useSyncExternalStore(subscribe, () => sessionOver);
}

function tell(over: boolean): void {
  sessionOver = over;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
