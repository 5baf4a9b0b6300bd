/** What of the shell answers to somebody's hands alone, and comes with their first sign. */
import { startFocus } from "@/app/shell/focus";
import { startTooltips } from "@/app/shell/tooltips";

export function startInteractions(): void {
  const content = document.getElementById("content");
  if (content) startFocus(content);
  startTooltips();
}
