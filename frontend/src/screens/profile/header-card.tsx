import type { Me } from "@/api/people";
import { PhotoButton } from "@/screens/profile/photo-button";
import { roleWords } from "@/shared/people/role";
import { Badge } from "@/ui/badge";

/** 'Header card: avatar, full name or username, @username, role badge, ID'. */
export function HeaderCard({ me }: { me: Me }) {
  const role = roleWords(me.role);
  return (
    <section className="card mb-5 flex items-center gap-5 p-5" aria-label="Resumo do perfil">
      <PhotoButton me={me} />
      <div className="min-w-0">
        <h2 className="text-xl font-semibold tracking-tight wrap-anywhere">{me.fullName || me.username}</h2>
        <p className="truncate text-muted">@{me.username}</p>
        <p className="mt-2 flex items-center gap-2.5">
          <Badge tone={role.tone}>{role.label}</Badge>
          <span className="text-sm text-muted tabular-nums">ID: {me.id}</span>
        </p>
      </div>
    </section>
  );
}
