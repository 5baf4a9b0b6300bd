/** The bell: its unread badge, 'above 9 shown as 9+'. The list behind it is loaded when it is opened. */
import { api } from "@/api/client";
import { runWhenLoaded } from "@/app/shell/when-loaded";
import { appContext } from "@/lib/app-context";
import { BADGE_MAX, POLL_UNREAD_MS } from "@/lib/constants";

export function startNotifications(): void {
  const { user } = appContext();
  const popover = document.getElementById("notifications");
  if (!user || !popover) return;
  // The browser asks with the ETag of the last answer, so an unchanged count costs a 304.
  const refresh = () => refreshBadge(user.id);
  const refreshIfSeen = () => document.hidden || refresh();
  setInterval(refreshIfSeen, POLL_UNREAD_MS);
  document.addEventListener("visibilitychange", refreshIfSeen);
  popover.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "closed") return;
    runWhenLoaded(
      () => import("@/app/notifications/notifications-panel"),
      ({ openNotifications }) => openNotifications(popover, refresh),
    );
  });
}

async function refreshBadge(userId: number): Promise<void> {
  try {
    showUnread(await api.get("/api/notifications/{user_id}/unread-count", { path: { user_id: userId } }));
  } catch (error) {
    console.warn("unread count not read", error);
  }
}

export function showUnread(count: number): void {
  const text = count > BADGE_MAX ? `${BADGE_MAX}+` : String(count);
  for (const badge of document.querySelectorAll<HTMLElement>("[data-unread]")) {
    badge.textContent = text;
    badge.hidden = count === 0;
    const button = badge.closest("button");
    if (button) button.ariaLabel = count === 0 ? "Notificações" : `Notificações: ${text} não lidas`;
  }
}
