/** The shell's own behaviour, on every page: no React here. */
import { atFirstSign } from "@/lib/first-sign";
import { toast } from "@/lib/toast";
import { startCommands } from "@/shell/commands";
import { startLoadingLinks } from "@/shell/loading-links";
import { startNotifications } from "@/shell/notifications";
import { startPresence } from "@/shell/presence";
import { startSession } from "@/shell/session";
import { startSidebar } from "@/shell/sidebar";
import { startTraining } from "@/shell/training";

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
    (await import("@/shell/analytics")).startAnalytics();
  } catch (error) {
    console.warn("this page is not counted", error);
  }
});
atFirstSign(async () => {
  try {
    (await import("@/shell/attendance")).startAttendance();
  } catch (error) {
    console.warn("the focus is not kept, and there are no tooltips", error);
  }
});
