/** The reduced user in local storage under 'user'. */
import type { SessionUser } from "@/lib/app-context";

const KEY = "user";

/** Keep exactly these six fields, whatever else the answer carried. */
export function storeUser({ id, username, fullName, role, profileImage, lastLogin }: SessionUser): void {
  localStorage.setItem(KEY, JSON.stringify({ id, username, fullName, role, profileImage, lastLogin }));
}

export function forgetUser(): void {
  localStorage.removeItem(KEY);
}

/** 'Stored local user data that fails to parse is wiped when the login screen loads'. */
export function wipeCorruptUser(): void {
  try {
    JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    forgetUser();
  }
}
