import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { createContext, Suspense, useSyncExternalStore } from "react";
import { lazy } from "@/lib/lazy";
import { useSessionOver } from "@/lib/use-held-page";
import { Announcement } from "@/ui/announcement";
import { Icon } from "@/ui/button";

/** The hint that the page brings: one sentence, and the cookie that says that this person sent it away. */
export type Hint = { cookie: string; text: string };

export const PageHint = createContext<Hint | null>(null);

const SessionNotice = lazy(() => import("@/ui/session-notice"));

/** What every screen may have to say of itself, whatever it shows. */
export function PageNotices() {
  if (!useSessionOver()) return <StaleNotice />;
  return (
    <Suspense>
      <SessionNotice />
    </Suspense>
  );
}

const STALE = "Não foi possível atualizar: o que se vê aqui pode ter mudado.";

/** Says calmly that something on the page could not be read again. What was read before stays, the next try that works
 * ends it; what was never read says so at its own place. */
function StaleNotice() {
  const cache = useQueryClient().getQueryCache();
  const stale = useSyncExternalStore(
    (changed) => cache.subscribe(notifyManager.batchCalls(changed)),
    () => cache.findAll({ type: "active" }).some(({ state }) => state.status === "error" && state.data !== undefined),
  );
  if (!stale) return null;
  return (
    <Announcement
      atOnce
      text={STALE}
      className="fixed inset-x-4 bottom-4 z-10 mx-auto flex w-fit items-center gap-2 rounded-md border border-line bg-surface px-3 py-2 text-sm text-muted shadow-pop"
    >
      <Icon name="alert" />
      {STALE}
    </Announcement>
  );
}
