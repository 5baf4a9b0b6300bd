import { Suspense } from "react";
import { lazy } from "@/lib/lazy";
import { useSessionOver } from "@/lib/use-held-page";
import { StaleNotice } from "@/ui/stale-notice";

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
