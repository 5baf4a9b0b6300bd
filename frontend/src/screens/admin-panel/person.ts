/** People as admins get them, and the calls about them. */

import { listQuery, pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import { POLL_ONLINE_MS } from "@/lib/constants";
import type { components } from "@/lib/schema";
import { roleWords } from "@/shared/people/role";
import type { Tone } from "@/ui/badge";

export const PEOPLE_PATH = "/api/users";

type Schemas = components["schemas"];

/** `lastActiveIp` and `browserInfo` are null until one person is looked at; the look is written down. */
export type Person = Schemas["AccountsUserForAdminOutput"];
export type NewPerson = Schemas["AccountsNewPersonInputRequest"];

/** The choices of a role. */
export const ROLES = ["employee", "admin"].map((value) => ({ value, label: roleWords(value).label }));

export function presenceWords(isOnline: boolean): { label: string; tone: Tone } {
  return isOnline ? { label: "Online", tone: "good" } : { label: "Offline", tone: "neutral" };
}

/** The employees who are here now, the first of them, asked every 5 s. */
export function onlineQuery() {
  return {
    ...listQuery<Person>(`${PEOPLE_PATH}/online?role=employee&limit=8&offset=0`),
    refetchInterval: POLL_ONLINE_MS,
  };
}

/** Only `total` of it is used: how many employees there are. */
export function employeeCountQuery() {
  return listQuery<Person>(`${PEOPLE_PATH}?role=employee&limit=1&offset=0`);
}

export function personQuery(id: number) {
  return pathQuery<Person>(`${PEOPLE_PATH}/${id}`);
}

export function createPerson(person: NewPerson) {
  return api.post<Person>(PEOPLE_PATH, person);
}

/** What an admin changes of somebody; a null second password removes it, an absent field stays. */
export type PersonChanges = { fullName?: string; newPassword?: string; secondPassword?: string | null };

/** One call a field, in this order; a refusal leaves the ones before it done. */
export async function editPerson(person: Person, { fullName, newPassword, secondPassword }: PersonChanges) {
  const path = `${PEOPLE_PATH}/${person.id}`;
  let edited = person;
  if (fullName !== undefined) edited = await api.patch<Person>(path, { fullName });
  if (newPassword !== undefined) edited = await api.post<Person>(`${path}/password`, { newPassword });
  if (secondPassword !== undefined) edited = await api.post<Person>(`${path}/second-password`, { secondPassword });
  return edited;
}

export type LeftBehind = Schemas["ShellRemovalOutput"];

/** What is open of somebody and has to go somewhere when they are deleted. */
export function leftBehindQuery(id: number) {
  return pathQuery<LeftBehind>(`${PEOPLE_PATH}/${id}/removal`);
}

/** Who takes over; without them runs are cancelled and tasks leave the counts. */
export type Heirs = { runsTo: number | undefined; tasksTo: number | undefined };

export function deletePerson(id: number, { runsTo, tasksTo }: Heirs) {
  const choices = new URLSearchParams({
    ...(runsTo && { runs: "handOn", runsTo: String(runsTo) }),
    ...(tasksTo && { tasks: "handOn", tasksTo: String(tasksTo) }),
  });
  return api.delete([`${PEOPLE_PATH}/${id}`, String(choices)].filter(Boolean).join("?"));
}

/** True for every list and count of people. */
export function isAboutPeople(queryKey: readonly unknown[]): boolean {
  const path = String(queryKey[0]);
  // What is open of somebody who was just deleted is nobody's any more.
  return path.startsWith(PEOPLE_PATH) && !path.endsWith("/removal");
}
