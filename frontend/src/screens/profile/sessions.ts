/** The browsers in which one is signed in, and the trail of what was done to one's data. */

import { listQuery } from "@/api/query";
import { api } from "@/lib/api";

export type Session = { id: number; browser: string; address: string | null; createdAt: string; isCurrent: boolean };

/** One line of the trail; `actor` is a username, 'sistema' for what nobody did. */
export type TrailEntry = { id: number; description: string; actor: string; reason: string; createdAt: string };

const SESSIONS_PATH = "/api/auth/sessions";
export const SESSIONS_PAGE = 10;
export const TRAIL_PAGE = 20;

const trailPath = (userId: number) => `/api/users/${userId}/activity-trail`;

export function sessionsQuery(offset: number) {
  return listQuery<Session>(`${SESSIONS_PATH}?limit=${SESSIONS_PAGE}&offset=${offset}`);
}

export function trailQuery(userId: number, offset: number) {
  return listQuery<TrailEntry>(`${trailPath(userId)}?limit=${TRAIL_PAGE}&offset=${offset}`);
}

export function endOtherSessions() {
  return api.post<{ ended: number }>(`${SESSIONS_PATH}/end-others`);
}

/** True for what changes when sessions end: their list, and the trail that tells of it. */
export function isAboutSessions(userId: number, queryKey: readonly unknown[]): boolean {
  const path = String(queryKey[0]);
  return path.startsWith(SESSIONS_PATH) || path.startsWith(trailPath(userId));
}
