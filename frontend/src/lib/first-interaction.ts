const SIGNS = ["pointermove", "pointerdown", "keydown", "click"];

/** Runs `prepare` when somebody first moves, touches or types on the page: what most visits never open is not part of
 * opening the page. What is returned gives it up. */
export function onFirstInteraction(prepare: () => unknown): () => void {
  const giveUp = new AbortController();
  const begin = () => {
    giveUp.abort();
    prepare();
  };
  for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, passive: true, signal: giveUp.signal });
  return () => giveUp.abort();
}
