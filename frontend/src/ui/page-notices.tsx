import { SessionNotice } from "@/ui/session-notice";
import { StaleNotice } from "@/ui/stale-notice";

/** What every screen may have to say of itself, whatever it shows. */
export function PageNotices() {
  return (
    <>
      <SessionNotice />
      <StaleNotice />
    </>
  );
}
