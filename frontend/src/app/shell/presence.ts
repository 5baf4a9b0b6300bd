/** 'Online: true on restore, false … when the page closes without going to another page of ours'. */
import { api } from "@/api/client";
import { appContext } from "@/lib/app-context";
import { PRESENCE_MS } from "@/lib/constants";
import { isLeavingForOurs } from "@/lib/navigate";

export function startPresence(): void {
  const { user } = appContext();
  if (!user) return;
  const online = () => void setOnline(user.id, true);
  online();
  setInterval(online, PRESENCE_MS);
  addEventListener("pageshow", (event) => event.persisted && online());
  addEventListener("pagehide", () => {
    if (!isLeavingForOurs()) void setOnline(user.id, false);
  });
}

/** 'Logout and online-status failures are only logged'. */
export async function setOnline(userId: number, isOnline: boolean): Promise<void> {
  try {
    await api.patch("/api/users/{user_id}/status", { path: { user_id: userId }, body: { isOnline }, keepalive: true });
  } catch (error) {
    console.warn("online status not sent", error);
  }
}
