import { useEffect, useSyncExternalStore } from "react";
import { holdPage, isSessionOver, onSessionChange } from "@/lib/held-page";

/** While `active`, ask before the page is left, and stay on it when the session ends: `useSessionOver` says so then. */
export function useHeldPage(active: boolean): void {
  useEffect(() => (active ? holdPage() : undefined), [active]);
}

export function useSessionOver(): boolean {
  return useSyncExternalStore(onSessionChange, isSessionOver);
}
