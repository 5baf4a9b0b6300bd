import type { Label } from "@/ui/badge";

/** As much of a person as lists and amounts carry. */
export type PersonChoice = { id: number; fullName: string; username: string };

type Named = Pick<PersonChoice, "fullName" | "username">;

/** The name people read; those without one are known by their username. */
export const nameOf = ({ fullName, username }: Named): string => fullName || username;

/** A person in a table: full name, and the username under it. Long ones take more lines, not the row. */
export function PersonName(person: Named) {
  return (
    <span className="person">
      <span className="font-medium wrap-anywhere">{nameOf(person)}</span>
      <span className="text-sm text-muted wrap-anywhere">@{person.username}</span>
    </span>
  );
}

const ROLES: Record<string, Label> = {
  admin: { label: "Administrador", tone: "accent" },
  employee: { label: "Funcionário", tone: "info" },
};

export const roleLabel = (role: string): Label => ROLES[role] ?? { label: "Usuário", tone: "neutral" };

export const ROLE_OPTIONS = ["employee", "admin"].map((value) => ({ value, label: roleLabel(value).label }));

export function presenceLabel(isOnline: boolean): Label {
  return isOnline ? { label: "Online", tone: "good" } : { label: "Offline", tone: "neutral" };
}
