import type { Tone } from "@/ui/badge";

const ROLES: Record<string, { label: string; tone: Tone }> = {
  admin: { label: "Administrador", tone: "accent" },
  employee: { label: "Funcionário", tone: "info" },
};

export function roleLabel(role: string): { label: string; tone: Tone } {
  return ROLES[role] ?? { label: "Usuário", tone: "neutral" };
}

/** The choices of a role. */
export const ROLE_OPTIONS = ["employee", "admin"].map((value) => ({ value, label: roleLabel(value).label }));

export function presenceLabel(isOnline: boolean): { label: string; tone: Tone } {
  return isOnline ? { label: "Online", tone: "good" } : { label: "Offline", tone: "neutral" };
}
