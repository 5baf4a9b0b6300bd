import type { SessionUser } from "@/lib/app-context";
import { greeting, lastLogin } from "@/lib/format";
import { Badge, type Tone } from "@/ui/badge";
import { PageHeader } from "@/ui/page-header";

/** 'role badge (admin Administrador, employee Funcionário, other Usuário)' */
const ROLES: Record<string, { label: string; tone: Tone }> = {
  admin: { label: "Administrador", tone: "accent" },
  employee: { label: "Funcionário", tone: "info" },
};

export function Greeting({ user }: { user: SessionUser }) {
  const role = ROLES[user.role] ?? { label: "Usuário", tone: "neutral" };
  const login = lastLogin(user.lastLogin);
  return (
    <PageHeader
      title={`${greeting()}, ${user.fullName || user.username}`}
      description={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{user.role === "admin" ? "Administrador do Sistema" : "Funcionário do Sistema"}</span>
          <Badge tone={role.tone}>{role.label}</Badge>
          <span className="tabular-nums">{user.lastLogin ? `Último login: ${login}` : login}</span>
        </div>
      }
    />
  );
}
