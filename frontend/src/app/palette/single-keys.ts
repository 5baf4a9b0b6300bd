/** Shortcuts of one key can be turned off, since dictation and screen readers send such keys too (WCAG 2.1.4). */
const STORAGE_KEY = "single-keys";

export function singleKeysAreOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== "off";
}

export function allowSingleKeys(on: boolean): void {
  localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
}
