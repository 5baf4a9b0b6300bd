import type { SessionUser } from "@/lib/app-context";
import { greeting, lastLogin } from "@/lib/format";
import { roleWords } from "@/shared/people/role";
import { Badge } from "@/ui/badge";
import { PageHeader } from "@/ui/page-header";

export function Greeting({ user }: { user: SessionUser }) {
  const role = roleWords(user.role);
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
