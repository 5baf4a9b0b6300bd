/** Runs before the first paint, as a blocking script: theme and sidebar as this person left them. The one owner of the
 * theme: any element with `data-theme-choice` chooses one. It has no imports, so that it stays a single file. */
type Theme = "light" | "dark" | "system";

const root = document.documentElement;
const osIsDark = matchMedia("(prefers-color-scheme: dark)");

/** 'with none stored and a dark OS preference, system and dark apply' */
function storedTheme(): Theme {
  const stored = localStorage.getItem("theme");
  if (stored === "light" || stored === "dark" || stored === "system") return stored;
  return osIsDark.matches ? "system" : "light";
}

function applyTheme(): void {
  const theme = storedTheme();
  root.classList.toggle("dark", theme === "dark" || (theme === "system" && osIsDark.matches));
  for (const choice of document.querySelectorAll<HTMLElement>("[data-theme-choice]")) {
    choice.ariaPressed = String(choice.dataset.themeChoice === theme);
  }
}

function choose(event: MouseEvent): void {
  const choice = event.target instanceof Element && event.target.closest<HTMLElement>("[data-theme-choice]");
  if (!choice) return;
  localStorage.setItem("theme", choice.dataset.themeChoice ?? "system");
  applyTheme();
}

root.dataset.js = "";
root.dataset.sidebar = localStorage.getItem("sidebar") ?? "expanded";
applyTheme();
document.addEventListener("DOMContentLoaded", applyTheme);
document.addEventListener("click", choose);
osIsDark.addEventListener("change", applyTheme);
addEventListener("storage", applyTheme);
