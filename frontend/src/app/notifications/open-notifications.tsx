import { notificationKeys } from "@/api/notifications";
import { renderIn } from "@/app/mount";
import { NotificationsPanel } from "@/app/notifications/notifications-panel";
import { queryClient } from "@/app/query-client";

let openings = 0;

/** Show the newest messages in the bell's popover; each opening starts from the first page and asks anew. */
export function openNotifications(popover: HTMLElement, onRead: () => void): void {
  openings += 1;
  queryClient.invalidateQueries({ queryKey: notificationKeys.all, refetchType: "none" });
  renderIn(popover, <NotificationsPanel key={openings} onRead={onRead} />);
}
