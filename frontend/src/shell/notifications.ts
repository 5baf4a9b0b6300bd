/** The bell: its unread badge, 'above 9 shown as 9+' (document 1 §2), and the list behind it. */
import { api } from "@/lib/api";
import { appContext } from "@/lib/app-context";
import { BADGE_MAX, POLL_UNREAD_MS } from "@/lib/constants";
import { messageOf } from "@/lib/errors";
import { relative } from "@/lib/format";

/** One of GET /api/notifications. */
type Notification = { id: number; title: string; body: string; url: string; createdAt: string; readAt: string | null };

const LIST_LENGTH = 10;

export function startNotifications(): void {
  const { user } = appContext();
  const panel = document.getElementById("notifications");
  if (!user || !panel) return;
  const refresh = () => refreshBadge(user.id);
  setInterval(() => document.hidden || refresh(), POLL_UNREAD_MS);
  panel.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "open") void fill(panel);
  });
  panel.querySelector("[data-read-all]")?.addEventListener("click", async () => {
    await api.post("/api/notifications/read-all");
    await Promise.all([fill(panel), refresh()]);
  });
}

async function refreshBadge(userId: number): Promise<void> {
  try {
    showUnread(await api.get<number>(`/api/notifications/${userId}/unread-count`));
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

async function fill(panel: HTMLElement): Promise<void> {
  const list = panel.querySelector("[data-notifications]");
  if (!list) return;
  try {
    const notifications = await api.get<Notification[]>(`/api/notifications?limit=${LIST_LENGTH}`);
    list.replaceChildren(...(notifications.length > 0 ? notifications.map(item) : [line("Nenhuma notificação")]));
  } catch (error) {
    list.replaceChildren(line(messageOf(error)));
  }
}

function item({ id, title, body, url, createdAt, readAt }: Notification): HTMLElement {
  const link = document.createElement("a");
  link.className = "notification";
  link.href = url || "#";
  if (readAt === null) link.dataset.isUnread = "";
  link.append(text("strong", title), text("span", body), text("time", relative(createdAt)));
  link.addEventListener("click", () => void api.post(`/api/notifications/${id}/read`, undefined, { keepalive: true }));
  const entry = document.createElement("li");
  entry.append(link);
  return entry;
}

function line(words: string): HTMLElement {
  const entry = text("li", words);
  entry.className = "px-4 py-6 text-center text-muted";
  return entry;
}

function text(tag: string, words: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = words;
  return element;
}
