/** Pages that hold what exists nowhere else, such as pasted accounts: the end of the session does not take them away. */
import "@/lib/base";
import { useEffect, useSyncExternalStore } from "react";

let holders = 0;
let sessionOver = false;
const listeners = new Set<() => void>();

/** While `active` nothing sends people to the log-in page; `useSessionOver` says when the session is over instead. */
export function useHeldPage(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    holders += 1;
    return () => {
      holders -= 1;
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
