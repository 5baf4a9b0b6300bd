/** The shell's own behaviour, on every page: no React here. */
import { startCommands } from "@/app/shell/commands";
import { startLoadingLinks } from "@/app/shell/loading-links";
import { startNotifications } from "@/app/shell/notifications";
import { startPresence, startSession } from "@/app/shell/session";
import { startSidebar } from "@/app/shell/sidebar";
import { POLL_GOING_MS } from "@/lib/constants";
import { onFirstInteraction } from "@/lib/first-interaction";
import { toast } from "@/lib/toast";

addEventListener("error", ({ error, message }) => report(error ?? message));
addEventListener("island-fault", (fault) => report((fault as CustomEvent).detail));
addEventListener("unhandledrejection", ({ reason }) => report(reason));
startSession();
startPresence();
startLoadingLinks();
startSidebar();
startNotifications();
startCommands();
toast.restore();
// What nobody needs at once waits until the page is there, what answers to people until there is somebody.
addEventListener("load", () => {
  startLater(async () => (await import("@/app/shell/analytics")).startAnalytics());
  if (document.querySelector("#going:not([hidden])")) setTimeout(followRuns, POLL_GOING_MS);
});
addEventListener("run-asked", followRuns);
onFirstInteraction(() => startLater(async () => (await import("@/app/shell/interactions")).startInteractions()));

function followRuns(): void {
  startLater(async () => (await import("@/app/shell/going")).followRuns());
}

function report(error: unknown): void {
  startLater(async () => (await import("@/api/report-error")).reportError(error));
}

/** What a lost network keeps away is missed by nobody: views are not counted, tooltips not shown. */
function startLater(start: () => Promise<void>): void {
  start().catch((error) => console.warn("a part of the shell was not loaded", error));
}
