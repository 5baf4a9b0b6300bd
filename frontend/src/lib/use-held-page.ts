import { useEffect, useSyncExternalStore } from "react";
import { holdPage, isSessionOver, onSessionChange } from "@/lib/held-page";

/** While `active`, stay when the session ends (see `useSessionOver`), and ask before leaving unless `asks` is false. */
export function useHeldPage(active: boolean, asks = true): void {
  useEffect(() => (active ? holdPage(asks) : undefined), [active, asks]);
}

export const useSessionOver = (): boolean => useSyncExternalStore(onSessionChange, isSessionOver);
