import { useEffect, useSyncExternalStore } from "react";
import { holdPage, isSessionOver, onSessionChange } from "@/lib/held-page";

/** While `active`, stay on the page when the session ends (`useSessionOver` says so then), and ask before it is left
 * unless `asks` is false. */
export function useHeldPage(active: boolean, asks = true): void {
  useEffect(() => (active ? holdPage(asks) : undefined), [active, asks]);
}

export const useSessionOver = (): boolean => useSyncExternalStore(onSessionChange, isSessionOver);
