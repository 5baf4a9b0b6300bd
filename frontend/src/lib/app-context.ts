/** Who is signed in, as base.html says it in its `app-context` block. */

export type Role = "admin" | "employee";

/** The reduced user, also what is kept in local storage under 'user'. */
export type SessionUser = {
  id: number;
  username: string;
  fullName: string;
  role: Role;
  profileImage: string | null;
  lastLogin: string | null;
};

type AppContext = {
  user: SessionUser | null;
  unreadCount: number;
  /** The address that a new GameBoost configuration starts from. */
  gameboostBaseUrl?: string;
  /** Whether runs and calls can go to a sandbox ('Ensaio'), and whether this person's do. */
  training?: { available: boolean; active: boolean };
};

export function appContext(): AppContext {
  const block = document.getElementById("app-context");
  return block?.textContent ? (JSON.parse(block.textContent) as AppContext) : { user: null, unreadCount: 0 };
}

/** The signed-in person; pages that hold islands other than the log-in always have one. */
export function currentUser(): SessionUser {
  const { user } = appContext();
  if (user === null) throw new Error("no one is signed in on this page");
  return user;
}

const KEY = "user";

/** Keep exactly these six fields, whatever else the answer carried. Where a browser has no room, nobody misses them. */
export function storeUser({ id, username, fullName, role, profileImage, lastLogin }: SessionUser): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ id, username, fullName, role, profileImage, lastLogin }));
  } catch (error) {
    console.warn(error);
  }
}

export function forgetUser(): void {
  localStorage.removeItem(KEY);
}

/** Remove the stored user where it cannot be read (product: login.local-user). */
export function wipeCorruptUser(): void {
  try {
    JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    forgetUser();
  }
}
