/** One's own messages. */

import { listQuery } from "@/api/query";
import { api } from "@/lib/api";

export type Notification = {
  id: number;
  title: string;
  body: string;
  /** A path of ours, "" when it leads nowhere. */
  url: string;
  createdAt: string;
  readAt: string | null;
};

const PATH = "/api/notifications";
export const NOTIFICATIONS_PAGE = 10;

/** Newest first. */
export function notificationsQuery(offset: number) {
  return listQuery<Notification>(`${PATH}?limit=${NOTIFICATIONS_PAGE}&offset=${offset}`);
}

/** True for every page of the list. */
export function isAboutNotifications(queryKey: readonly unknown[]): boolean {
  return String(queryKey[0]).startsWith(PATH);
}

/** Outlives the page, since reading a message often leads to another one. */
export function markRead(id: number) {
  return api.post<Notification>(`${PATH}/${id}/read`, undefined, { keepalive: true });
}

export function markAllRead() {
  return api.post<{ updated: number }>(`${PATH}/read-all`);
}

export function deleteOne(id: number) {
  return api.delete(`${PATH}/${id}`);
}

export function deleteRead() {
  return api.delete(`${PATH}/read`);
}
