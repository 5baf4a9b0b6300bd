/** Pages that hold what exists nowhere else, such as pasted accounts or a form half filled in. Screens use the hooks of
 * `lib/use-held-page`; the shell has no React. */
import { hideOverlay, isLeavingForOurs, leaveFor } from "@/lib/navigate";
import { toast } from "@/lib/toast";

let holders = 0;
let sessionOver = false;
const listeners = new Set<() => void>();

/** Stay when the session ends, and ask before leaving unless `asks` is false, until the returned function is called. */
export function holdPage(asks = true): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    event.preventDefault();
    // Who stays goes on with what is under it.
    hideOverlay();
  };
  holders += 1;
  if (asks) addEventListener("beforeunload", ask);
  return () => {
    holders -= 1;
    removeEventListener("beforeunload", ask);
  };
}

/** The server no longer knows who asks: told on a page that is held, else people are sent to log in and told why there. */
export function endSession(message: string): void {
  if (notifySessionEnded() || isLeavingForOurs()) return;
  toast.afterNavigation("error", message);
  leaveFor("/login");
}

/** Tells the screens of a held page that the session is over; false for a page that may be left. */
export function notifySessionEnded(): boolean {
  if (holders > 0) tell(true);
  return holders > 0;
}

export function sessionIsBack(): void {
  tell(false);
}

export function isSessionOver(): boolean {
  return sessionOver;
}

/** Call `listener` at every change of `isSessionOver`, until the function that is returned is called. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(over: boolean): void {
  sessionOver = over;
  for (const listener of listeners) listener();
}
