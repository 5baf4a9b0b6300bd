import { type ComponentType, Suspense, useEffect, useState } from "react";

/** What a dialog is open for. It outlives the closing, so that the words don't vanish while the window fades. */
type Opening<T> = { subject: T; open: boolean; number: number };

export type DialogOpening = { open: boolean; onClose: () => void };

/** A dialog opened for one subject at a time; `initially` opens it with the screen. */
export function useOpening<T>(initially: { subject: T } | null = null) {
  const [opening, setOpening] = useState<Opening<T> | null>(initially && { ...initially, open: true, number: 1 });
  const close = () => setOpening((last) => last && { ...last, open: false });
  return {
    opening,
    show: (subject: T) => setOpening((last) => ({ subject, open: true, number: (last?.number ?? 0) + 1 })),
    close,
    /** The dialog, from its first opening on: each one starts it anew, form and idempotency key included. What it needs
     * beside its opening follows from the subject. */
    dialog: <P extends object>(Dialog: ComponentType<P & DialogOpening>, propsOf: (subject: T) => P) =>
      opening && (
        <Suspense key={opening.number}>
          <Dialog {...propsOf(opening.subject)} open={opening.open} onClose={close} />
        </Suspense>
      ),
  };
}

/** What the page's address asks to begin (`?novo=tarefa`), as `useOpening` takes it. The wish is then taken off, so that
 * a reload is calm.
 */
export function useOpenFromUrl(what: string): { subject: null } | null {
  const [wished] = useState(() => new URLSearchParams(location.search).get("novo") === what);
  // Not while rendering: a rendering that is thrown away would take the wish with it.
  useEffect(() => {
    if (!wished) return;
    const url = new URL(location.href);
    url.searchParams.delete("novo");
    history.replaceState(history.state, "", url);
  }, [wished]);
  return wished ? { subject: null } : null;
}
