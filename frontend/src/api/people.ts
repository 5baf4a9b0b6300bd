/** People, as admins and as they themselves get them. */
import { api, type Schemas } from "@/api/client";
import { type ListRequest, listQuery, pathQuery } from "@/api/query";
import { POLL_ONLINE_MS } from "@/lib/constants";

/** `lastActiveIp` and `browserInfo` are null until one person is looked at; the look is written down. */
export type Person = Schemas["AccountsUserForAdminOutput"];
export type NewPerson = Schemas["AccountsNewPersonInputRequest"];
export type Me = Schemas["AccountsUserOutput"];
export type Session = Schemas["AccountsSessionOutput"];
/** One line of the trail; `actor` is a username, 'sistema' for what nobody did. */
export type TrailEntry = Schemas["AccountsTrailOutput"];
/** What is open of somebody and has to go somewhere when they are deleted. */
export type OpenWork = Schemas["ShellRemovalOutput"];

const peopleKeys = {
  all: ["users"],
  sessions: ["auth", "sessions"],
  trail: (userId: number) => ["users", String(userId), "activity-trail"],
};

/** Of every list and count of people; what is open of somebody who was just deleted is nobody's any more. */
export const peopleButOpenWork = {
  queryKey: peopleKeys.all,
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !queryKey.includes("removal"),
};

export const SESSIONS_PAGE = 10;
export const TRAIL_PAGE = 20;

export const onlineQuery = () => ({
  ...listQuery("/api/users/online", { query: { role: "employee", limit: 8, offset: 0 } }),
  refetchInterval: POLL_ONLINE_MS,
});

/** Only `total` of it is used: how many employees there are. */
export const employeeCountQuery = () => listQuery("/api/users", { query: { role: "employee", limit: 1, offset: 0 } });

export const employeesQuery = (search: string, limit: number) =>
  listQuery("/api/users", { query: { role: "employee", ordering: "fullName", limit, offset: 0, search } });
export const personQuery = (id: number) => pathQuery("/api/users/{user_id}", { path: { user_id: id } });
export const createPerson = (body: NewPerson) => api.post("/api/users", { body });
export const updatePerson = (id: number, body: Schemas["AccountsPatchedProfileInputRequest"]) =>
  api.patch("/api/users/{user_id}", { path: { user_id: id }, body });
export const changePassword = (id: number, body: { newPassword: string; currentPassword?: string }) =>
  api.post("/api/users/{user_id}/password", { path: { user_id: id }, body });

/** A null second password removes it. */
export const changeSecondPassword = (id: number, body: { secondPassword: string | null; currentPassword?: string }) =>
  api.post("/api/users/{user_id}/second-password", { path: { user_id: id }, body });

/** What an admin changes of somebody; a null second password removes it, an absent field stays. */
export type PersonChanges = { fullName?: string; newPassword?: string; secondPassword?: string | null };

/** One call a field, in this order; a refusal leaves the ones before it done. */
export async function editPerson(person: Person, { fullName, newPassword, secondPassword }: PersonChanges) {
  let edited = person;
  if (fullName !== undefined) edited = await updatePerson(person.id, { fullName });
  if (newPassword !== undefined) edited = await changePassword(person.id, { newPassword });
  if (secondPassword !== undefined) edited = await changeSecondPassword(person.id, { secondPassword });
  return edited;
}

export const endSessions = (id: number) => api.post("/api/users/{user_id}/sessions/end", { path: { user_id: id } });

export const openWorkQuery = (id: number) => pathQuery("/api/users/{user_id}/removal", { path: { user_id: id } });

/** Who takes over; without them runs are cancelled and tasks leave the counts. */
type Heirs = { runsTo: number | undefined; tasksTo: number | undefined };

export const deletePerson = (id: number, { runsTo, tasksTo }: Heirs) =>
  api.delete("/api/users/{user_id}", {
    path: { user_id: id },
    query: { runs: runsTo && "handOn", runsTo, tasks: tasksTo && "handOn", tasksTo },
  });

export const meQuery = () => pathQuery("/api/auth/me");
export const logIn = (username: string, password: string) =>
  api.post("/api/auth/login", { body: { username, password } });
export const verifySecondPassword = (userId: number, secondPassword: string) =>
  api.post("/api/auth/verify-second-password", { body: { userId, secondPassword } });
export const sessionsQuery = (offset: number) =>
  listQuery("/api/auth/sessions", { query: { limit: SESSIONS_PAGE, offset } });
export const endOtherSessions = () => api.post("/api/auth/sessions/end-others");

export const trailQuery = (userId: number, offset: number) =>
  listQuery("/api/users/{user_id}/activity-trail", { path: { user_id: userId }, query: { limit: TRAIL_PAGE, offset } });

/** What changes when sessions end: their list, and the trail that tells of it. */
export const sessionsOf = (userId: number) => [
  { queryKey: peopleKeys.sessions },
  { queryKey: peopleKeys.trail(userId) },
];

export const peopleQuery = (query: ListRequest) => listQuery("/api/users", { query });
