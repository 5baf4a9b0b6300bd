/** Ctrl+K or ⌘K and the header's search open the palette, 'Outro jogo' the search for games, '?' the sheet of shortcuts;
 * `data-training` goes into training or leaves it. Their code comes when asked for. */
import { keepTyped, takeTyped, WINDOW } from "@/app/palette/typed-ahead";
import { runWhenLoaded } from "@/app/shell/when-loaded";

const ENTRY = "[data-palette]";

export function startCommands(): void {
  const load = () => import("@/app/palette/open-palette");
  const palette = (games = false) => {
    if (!document.querySelector(WINDOW)) keepTyped();
    const loadOrLetGo = () =>
      load().catch((fault) => {
        takeTyped();
        throw fault;
      });
    runWhenLoaded(loadOrLetGo, ({ openPalette, openGames }) => (games ? openGames() : openPalette()));
  };
  document.addEventListener("click", ({ target }) => {
    const pressed = target instanceof Element && target.closest<HTMLButtonElement>(`${ENTRY}, [data-training]`);
    if (!pressed) return;
    if (!pressed.dataset.training) palette(pressed.dataset.palette === "games");
    else
      runWhenLoaded(
        () => import("@/app/shell/training"),
        ({ chooseTraining }) => chooseTraining(pressed),
      );
  });
  document.addEventListener("keydown", (event) => {
    if (!document.querySelector(ENTRY)) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      palette();
    } else if (event.key === "?" && !isTyping(event)) {
      runWhenLoaded(load, ({ openShortcutsByKey }) => openShortcutsByKey());
    }
  });
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") !== null
  );
}
