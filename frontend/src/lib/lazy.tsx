/** What comes when it is asked for: parts that the network may hold back, and dialogs from their first opening on. What does
 * not come is told and asked for again, and the screen with what is typed in it stays. */
import { type ComponentType, lazy as lazily, Suspense, useEffect, useId, useState } from "react";
import { NetworkError } from "@/lib/errors";
import { toast } from "@/lib/toast";

const REST_MS = 3000;
const TRIES = 20;

// biome-ignore lint/suspicious/noExplicitAny: as React's own type of it; the component says what it takes
type Part<T> = T extends ComponentType<any> ? T : never;

/** A component whose code comes when it is first shown; `name` is what it is called where several come together. */
export function lazy<M, K extends keyof M = "default" & keyof M>(load: () => Promise<M>, name = "default" as K) {
  return lazily(async () => ({ default: (await persistently(load))[name] as Part<M[K]> }));
}

/** Fetches a part before it is asked for. What does not come is asked for again when it is. */
export function fetchAhead(load: () => Promise<unknown>): void {
  load().catch(console.warn);
}

function persistently<T>(load: () => Promise<T>, left = TRIES): Promise<T> {
  return loadPart(load).catch(async () => {
    const fault = NetworkError.timedOut();
    if (left === TRIES) toast.error(fault.message);
    if (left === 0) throw fault;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    return persistently(load, left - 1);
  });
}

/** What a dialog is open for. It outlives the closing, so that the words don't vanish while the window fades. */
type Opening<T> = { subject: T; open: boolean; number: number };

export type DialogOpening = { open: boolean; onClose: () => void };

/** A dialog opened for one subject at a time; `initially` opens it with the screen. */
export function useOpening<T>(initially: { subject: T } | null = null) {
  const [opening, setOpening] = useState<Opening<T> | null>(initially && { ...initially, open: true, number: 1 });
  const close = () => setOpening((last) => last && { ...last, open: false });
  // Beside others of its screen, which count their openings too.
  const id = useId();
  return {
    opening,
    show: (subject: T) => setOpening((last) => ({ subject, open: true, number: (last?.number ?? 0) + 1 })),
    close,
    /** The dialog, from its first opening on: each one starts it anew, form and idempotency key included. What it needs
     * beside its opening follows from the subject. */
    dialog: <P extends object>(Dialog: ComponentType<P & DialogOpening>, propsOf: (subject: T) => P) =>
      opening && (
        <Suspense key={`${id} ${opening.number}`}>
          <Dialog {...propsOf(opening.subject)} open={opening.open} onClose={close} />
        </Suspense>
      ),
  };
}

/** What the address asks to begin (`?novo=tarefa`), for `useOpening`; it is then taken off, so a reload is calm. */
export function useOpenFromUrl(what: string): { subject: null } | null {
  const [isAsked] = useState(() => new URLSearchParams(location.search).get("novo") === what);
  // Not while rendering: a rendering that is thrown away would take the wish with it.
  useEffect(() => {
    if (!isAsked) return;
    const url = new URL(location.href);
    url.searchParams.delete("novo");
    history.replaceState(history.state, "", url);
  }, [isAsked]);
  return isAsked ? { subject: null } : null;
}

/** Loads a part of the product whose code comes when it is asked for. A browser remembers that a module did not come and
 * never asks for that address again, so that it is asked for under another one. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (fault) {
    const address = /https?:\S+?\.js/.exec(String(fault))?.[0];
    if (!address) throw fault;
    return (await import(`${address}?again=${Date.now()}`)) as T;
  }
}
