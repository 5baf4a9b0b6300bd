/** What of the shell comes after the page itself. */
import { startAnalytics } from "@/shell/analytics";
import { startFocus } from "@/shell/focus";
import { startTooltips } from "@/shell/tooltips";

export function startLater(): void {
  const content = document.getElementById("content");
  if (content) startFocus(content);
  startTooltips();
  startAnalytics();
}
