/** The restored person in local storage, and 'Sair'. */
import { api, endReads } from "@/api/client";
import { setOnline } from "@/app/shell/presence";
import { appContext, forgetUser, storeUser } from "@/lib/app-context";
import { notifySessionEnded } from "@/lib/held-page";
import { LEAVING_MS, leaveFor, markLeaving, showOverlay } from "@/lib/navigate";

export function startSession(): void {
  const { user } = appContext();
  if (!user) return;
  storeUser(user);
  for (const button of document.querySelectorAll("[data-logout]")) {
    button.addEventListener("click", () => logOut(user.id));
  }
  // Signed out in another tab, or before this page was taken back from the browser's memory.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === "user" && newValue === null && !notifySessionEnded()) leaveFor("/login");
  });
  addEventListener("pageshow", ({ persisted }) => persisted && !localStorage.getItem("user") && location.reload());
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
