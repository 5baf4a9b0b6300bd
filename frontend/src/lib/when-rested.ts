const LATEST_MS = 5000;

let lastKey = Number.NEGATIVE_INFINITY;
const noteKey = () => {
  lastKey = performance.now();
};

/** Runs `act` after `ms`, and while somebody types only when no key has come for as long, or after LATEST_MS more: what
 * takes a while for thousands of accounts does not come between two keys. What is returned gives it up. */
export function whenRested(act: () => unknown, ms: number): () => void {
  addEventListener("keydown", noteKey, { capture: true }); // once, however often it is said
  const latest = performance.now() + ms + LATEST_MS;
  const look = () => {
    const left = Math.min(lastKey + ms, latest) - performance.now();
    if (left > 0) timer = setTimeout(look, left);
    else act();
  };
  let timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}
