/** What the tests of the profile start from: the answers that shell.pages.profile puts into the page. */
// What the screen loads when it is asked for is compiled here, so that no test waits for that.

import type { Row, Schemas } from "@/api/client";
import type { Configuration } from "@/api/configs";
import type { Activity } from "@/api/marketplace";
import type { Me } from "@/api/people";
import "@/screens/profile/activity-tab";
import "@/screens/profile/api-tab";
import "@/screens/profile/notices-tab";
import "@/screens/profile/password-dialog";
import "@/screens/profile/passwords-card";
import "@/screens/profile/upload-tab";
import { act } from "@testing-library/react";
import { type ProfileProps, ProfileScreen } from "@/screens/profile/screen";
import { ANA, renderScreen, signIn } from "../../../test/render";

type Session = Row<"/api/auth/sessions">;
type TrailEntry = Row<"/api/users/{user_id}/activity-trail">;
type UploadSettings = Schemas["BulkDescriptionsOutput"];

export const ME: Me = { ...ANA, createdAt: "2025-03-01T08:00:00-03:00", isOnline: true };

export const UPLOAD_SETTINGS: UploadSettings = {
  userId: ANA.id,
  fortniteDescription: "Fortnite com garantia",
  valorantDescription: "",
  robloxDescription: "Roblox com Robux",
  warthanderDescription: "",
  updatedAt: "2026-11-18T10:00:00-03:00",
};

export const OWN_API: Configuration = {
  userId: 7,
  service: "gameboost",
  apiKey: "chave-secreta-9876",
  baseUrl: "https://api.gameboost.com/v1",
  timeout: 8000,
  enabledEndpoints: ["accounts", "games"],
  updatedAt: "2026-11-17T16:20:00-03:00",
  isSystemDefault: false,
};

export const SYSTEM_API: Configuration = { ...OWN_API, apiKey: "••••1234", timeout: 5000, isSystemDefault: true };

export const HERE: Session = {
  id: 2,
  browser: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36",
  address: "203.0.113.7",
  createdAt: "2026-11-20T08:00:00-03:00",
  isCurrent: true,
};

export const ELSEWHERE: Session = { ...HERE, id: 1, browser: "", address: null, isCurrent: false };

export const LOOK: TrailEntry = {
  id: 5,
  event: "person.viewed",
  description: "Viu seus dados de acesso (IP e navegador)",
  actor: "admin",
  reason: "Conferência mensal",
  createdAt: "2026-11-19T15:45:00-03:00",
};

export const CALL: Activity = {
  id: 9,
  userId: 7,
  service: "gameboost",
  endpoint: "accounts",
  method: "POST",
  status: "201",
  success: true,
  timestamp: "2026-11-20T09:10:00-03:00",
  responseTime: 1234,
  requestId: "req-9",
};

export const PATHS = {
  me: "/api/auth/me",
  settings: "/api/employee-settings/7",
  api: "/api/configs/gameboost?userId=7",
  sessions: "/api/auth/sessions?limit=10&offset=0",
  trail: "/api/users/7/activity-trail?limit=20&offset=0",
  activities: "/api/activities?userId=7&limit=10&offset=0",
};

const SEEDS = {
  [PATHS.me]: ME,
  [PATHS.settings]: UPLOAD_SETTINGS,
  [PATHS.api]: OWN_API,
  [PATHS.sessions]: { rows: [HERE, ELSEWHERE], total: 2 },
  [PATHS.trail]: { rows: [LOOK], total: 1 },
  [PATHS.activities]: { rows: [CALL], total: 1 },
};

const PROPS: ProfileProps = {
  hasSecondPassword: false,
  games: [
    { slug: "fortnite", title: "Fortnite", field: "fortniteDescription" },
    { slug: "valorant", title: "Valorant", field: "valorantDescription" },
    { slug: "roblox", title: "Roblox", field: "robloxDescription" },
    { slug: "war-thunder", title: "War Thunder", field: "warthanderDescription" },
  ],
  lastAccess: { address: "203.0.113.7", browser: HERE.browser },
};

type Opening = { seeds?: object; props?: Partial<ProfileProps> };

/** The screen as the page at `?tab=` starts it; an opening says which answers or props differ from the usual ones. */
export async function openProfile(tab = "", { seeds = {}, props = {} }: Opening = {}) {
  history.replaceState(null, "", tab ? `/profile?tab=${tab}` : "/profile");
  signIn();
  const view = renderScreen(<ProfileScreen {...PROPS} {...props} />, { ...SEEDS, ...seeds });
  // The parts that are loaded when they are shown.
  await act(async () => undefined);
  return view;
}
