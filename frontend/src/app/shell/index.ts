/** The shell's own behaviour, on every page: no React here. */
import { startCommands } from "@/app/shell/commands";
import { startLoadingLinks } from "@/app/shell/loading-links";
import { startNotifications } from "@/app/shell/notifications";
import { startPresence } from "@/app/shell/presence";
import { startSession } from "@/app/shell/session";
import { startSidebar } from "@/app/shell/sidebar";
import { startTraining } from "@/app/shell/training";
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
startTraining();
toast.restore();
// What nobody needs at once waits until the page is there, what answers to people until there is somebody.
addEventListener("load", async () => {
  try {
    (await import("@/app/shell/analytics")).startAnalytics();
  } catch (error) {
    console.warn("this page is not counted", error);
  }
});
onFirstInteraction(async () => {
  try {
    (await import("@/app/shell/interactions")).startInteractions();
  } catch (error) {
    console.warn("the focus is not kept, and there are no tooltips", error);
  }
});

async function report(error: unknown): Promise<void> {
  try {
    (await import("@/api/report-error")).reportError(error);
  } catch (failure) {
    console.warn("this error was not reported", failure);
  }
}
