import { useCallback, useState } from "react";

/** Which `data-field` inside the element given to `watch` is pointed at, or else has the focus; null for none. */
export function useActiveField() {
  const [pointed, setPointed] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const pointer = (event: Event) => setPointed(fieldAt(event));
    const focus = (event: Event) => setFocused(fieldAt(event));
    const leave = () => setPointed(null);
    const blur = () => setFocused(null);
    element.addEventListener("pointerover", pointer);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("focusin", focus);
    element.addEventListener("focusout", blur);
    return () => {
      element.removeEventListener("pointerover", pointer);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("focusin", focus);
      element.removeEventListener("focusout", blur);
    };
  }, []);
  return { active: pointed ?? focused, watch };
}

function fieldAt({ target }: Event): string | null {
  return (target as Element).closest<HTMLElement>("[data-field]")?.dataset.field ?? null;
}
