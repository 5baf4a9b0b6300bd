import { useEffect } from "react";

/** Ask before the page is left while `active`: text that was not sent exists nowhere else. */
export function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", guard);
    return () => removeEventListener("beforeunload", guard);
  }, [active]);
}
