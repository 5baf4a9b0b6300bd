/** The shell's own behaviour, on every page: no React here. */
import { toast } from "@/lib/toast";
import { startAnalytics } from "@/shell/analytics";
import { startCommands } from "@/shell/commands";
import { startLoadingLinks } from "@/shell/loading-links";
import { startNotifications } from "@/shell/notifications";
import { startPresence } from "@/shell/presence";
import { startSession } from "@/shell/session";
import { startSidebar } from "@/shell/sidebar";
import { startTooltips } from "@/shell/tooltips";

startSession();
startPresence();
startAnalytics();
startLoadingLinks();
startSidebar();
startNotifications();
startCommands();
startTooltips();
toast.restore();
