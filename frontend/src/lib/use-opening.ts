import { useState } from "react";

/** What a dialog is open for. It outlives the closing, so that the words don't vanish while the window fades. */
type Opening<T> = { subject: T; open: boolean; number: number };

/** A dialog opened for one subject at a time.
 *
 * Give `key={opening.number}` to the dialog: each opening then starts anew, form and idempotency key included.
 * `initially` opens it with the screen.
 */
export function useOpening<T>(initially: { subject: T } | null = null) {
  const [opening, setOpening] = useState<Opening<T> | null>(initially && { ...initially, open: true, number: 1 });
  return {
    opening,
    show: (subject: T) => setOpening((last) => ({ subject, open: true, number: (last?.number ?? 0) + 1 })),
    close: () => setOpening((last) => last && { ...last, open: false }),
  };
}

/** Whether the page's address asks to begin something new (`?novo=tarefa`). The wish is taken off, so a reload is calm. */
export function askedFor(what: string): { subject: null } | null {
  const url = new URL(location.href);
  if (url.searchParams.get("novo") !== what) return null;
  url.searchParams.delete("novo");
  history.replaceState(history.state, "", url);
  return { subject: null };
}
