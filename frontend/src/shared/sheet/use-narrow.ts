import { useSyncExternalStore } from "react";

const PHONES = "(max-width: 40rem)";

/** Whether rows are shown as cards, as the stylesheet does it. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(PHONES).matches);
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(PHONES);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}
