/** People, as admins and as they themselves get them. */
import { api, listQuery, pathQuery, type Schemas, type Stale } from "@/api/client";
import { POLL_ONLINE_MS } from "@/lib/constants";
import { lastLogin } from "@/lib/format";

/** `lastActiveIp` and `browserInfo` are null until one person is looked at; the look is written down. */
export type Person = Schemas["AccountsUserForAdminOutput"];

/** When somebody came in last. Of oneself it is the time before, which at the first one there is not. */
export const lastLoginOf = ({ lastLogin: at, isOnline }: Pick<Person, "lastLogin" | "isOnline">) =>
  at || isOnline ? lastLogin(at) : "Nunca entrou";
export type Me = Schemas["AccountsUserOutput"];

/** Of every list and count of people; what is open of somebody who was just deleted is nobody's any more. */
export const peopleButOpenWork = {
  queryKey: ["users"],
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !queryKey.includes("removal"),
};

export const onlineQuery = () => ({
  ...listQuery("/api/users/online", { query: { role: "employee", limit: 8, offset: 0 } }),
  refetchInterval: POLL_ONLINE_MS,
});

export const employeesQuery = (search: string, limit: number) =>
  listQuery("/api/users", { query: { role: "employee", ordering: "fullName", limit, offset: 0, search } });
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

export const meQuery = () => pathQuery("/api/auth/me");

/** What changes when sessions end: their list, and the trail that tells of it. */
export const sessionsOf = (userId: number): Stale[] => ["auth/sessions", `users/${userId}/activity-trail`];
