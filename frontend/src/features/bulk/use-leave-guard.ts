import { useEffect } from "react";
import { useHeldPage } from "@/lib/held-page";

/** While `active`, ask before the page is left, and stay on it when the session ends: text that was not sent exists
 * nowhere else. */
export function useLeaveGuard(active: boolean): void {
  useHeldPage(active);
  useEffect(() => {
    if (!active) return;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", guard);
    return () => removeEventListener("beforeunload", guard);
  }, [active]);
}
