/** One's own messages; `url` is a path of ours, "" when it leads nowhere. */
import { api, type Schemas } from "@/api/client";
import { listQuery } from "@/api/query";

export type Notification = Schemas["NotificationsNotificationOutput"];

export const notificationKeys = { all: ["notifications"] };

export const NOTIFICATIONS_PAGE = 10;

export const notificationsQuery = (offset: number) =>
  listQuery("/api/notifications", { query: { limit: NOTIFICATIONS_PAGE, offset } });

/** Outlives the page, since reading a message often leads to another one. */
export const markRead = (id: number) =>
  api.post("/api/notifications/{notification_id}/read", { path: { notification_id: id }, keepalive: true });
export const markAllRead = () => api.post("/api/notifications/read-all");
export const deleteOne = (id: number) =>
  api.delete("/api/notifications/{notification_id}", { path: { notification_id: id } });
export const deleteRead = () => api.delete("/api/notifications/read");
