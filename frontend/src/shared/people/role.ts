import type { Tone } from "@/ui/badge";

const ROLES: Record<string, { label: string; tone: Tone }> = {
  admin: { label: "Administrador", tone: "accent" },
  employee: { label: "Funcionário", tone: "info" },
};

/** 'role badge (admin Administrador, employee Funcionário, other Usuário)'. */
export function roleWords(role: string): { label: string; tone: Tone } {
  return ROLES[role] ?? { label: "Usuário", tone: "neutral" };
}
