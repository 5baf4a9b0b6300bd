/** What of the shell comes after the page itself. */
import { startAnalytics } from "@/shell/analytics";
import { startTooltips } from "@/shell/tooltips";

export function startLater(): void {
  startTooltips();
  startAnalytics();
}
