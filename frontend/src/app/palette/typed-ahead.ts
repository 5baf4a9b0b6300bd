/** What covers the page: the palette does not open over it. */
export const WINDOW = ".dialog-popup, dialog[open]";

let typed = "";

/** Keep what is typed from now on, for the search field that is still on its way. Escape or a click ends it. */
export function keepTyped(): void {
  typed = "";
  addEventListener("keydown", keep, true);
  addEventListener("pointerdown", takeTyped, true);
}

/** What was typed since; from now on keys go where the focus is. */
export function takeTyped(): string {
  removeEventListener("keydown", keep, true);
  removeEventListener("pointerdown", takeTyped, true);
  return typed;
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === "Escape") takeTyped();
  const isText = key.length === 1;
  if (ctrlKey || metaKey || altKey || !(isText || key === "Backspace" || key === "Enter")) return;
  if (isText) typed += key;
  else if (key === "Backspace") typed = typed.slice(0, -1);
  // Enter would press what has the focus.
  event.preventDefault();
  event.stopPropagation();
}
