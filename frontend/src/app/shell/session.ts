/** The restored person in local storage, whether they are online, and 'Sair'. */
import { api, endReads } from "@/api/client";
import { appContext, forgetUser, storeUser } from "@/lib/app-context";
import { PRESENCE_MS } from "@/lib/constants";
import { notifySessionEnded } from "@/lib/held-page";
import { isLeavingForOurs, LEAVING_MS, leaveFor, markLeaving, showOverlay } from "@/lib/navigate";

export function startSession(): void {
  const { user } = appContext();
  if (!user) return;
  storeUser(user);
  for (const button of document.querySelectorAll("[data-logout]")) {
    button.addEventListener("click", () => logOut(user.id));
  }
  // In another tab: into practice or out of it; signed out, or in as somebody else, there or before this page was taken
  // back from the browser's memory.
  const isOurs = (stored: string | null) => stored?.startsWith(`{"id":${user.id},`) ?? false;
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "training") leaveFor(location.href);
    if (key === "user" && !isOurs(newValue) && !notifySessionEnded()) leaveFor(newValue === null ? "/login" : "/");
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !isOurs(localStorage.getItem("user"))) location.reload();
  });
}

/** 'logout marks offline, clears storage and returns to login'; 'errors ignored, then local logout'. */
export async function logOut(userId: number): Promise<void> {
  // The session that is about to end is not said to have ended.
  markLeaving();
  showOverlay("Saindo...");
  endReads(LEAVING_MS);
  await Promise.all([leaveView(), setOnline(userId, false)]);
  try {
    await api.post("/api/auth/logout");
  } catch (error) {
    console.warn("log-out not confirmed", error);
  }
  forgetUser();
  // Who is asked about what is unsaved may stay.
  notifySessionEnded();
  leaveFor("/login");
}

/** The last events of a person are told while they are still signed in. */
async function leaveView(): Promise<void> {
  try {
    await (await import("@/app/shell/analytics")).leaveView();
  } catch (error) {
    console.warn("events not sent", error);
  }
}

/** Tell when the person is here and when they leave (product: people.online). */
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

/** A failure is only logged. */
export async function setOnline(userId: number, isOnline: boolean): Promise<void> {
  try {
    await api.patch("/api/users/{user_id}/status", { path: { user_id: userId }, body: { isOnline }, keepalive: true });
  } catch (error) {
    console.warn("online status not sent", error);
  }
}
