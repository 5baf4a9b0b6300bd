import { useState } from "react";

/** What a dialog is open for. It outlives the closing, so that the words don't vanish while the window fades. */
type Opening<T> = { subject: T; open: boolean; number: number };

/** A dialog opened for one subject at a time.
 *
 * Give `key={opening.number}` to the dialog: each opening then starts anew, form and idempotency key included.
 */
export function useOpening<T>() {
  const [opening, setOpening] = useState<Opening<T> | null>(null);
  return {
    opening,
    show: (subject: T) => setOpening((last) => ({ subject, open: true, number: (last?.number ?? 0) + 1 })),
    close: () => setOpening((last) => last && { ...last, open: false }),
  };
}
