import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { type Me, meQuery } from "@/api/people";
import { mount } from "@/app/mount";
import { lazy } from "@/lib/lazy";
import { useUrlState } from "@/lib/use-url-state";
import { Drafts } from "@/screens/profile/editing";
import { PersonalCard } from "@/screens/profile/personal-card";
import { PhotoButton } from "@/screens/profile/photo-button";
import type { DescribedGame } from "@/screens/profile/upload-tab";
import type { LastAccess } from "@/screens/profile/visibility-card";
import { roleLabel } from "@/shared/people/role";
import { Badge } from "@/ui/badge";
import { QueryResult, Skeleton } from "@/ui/states";
import { Tabs } from "@/ui/tabs";

const UploadTab = lazy(() => import("@/screens/profile/upload-tab"));
const ApiTab = lazy(() => import("@/screens/profile/api-form"));
const ActivityTab = lazy(() => import("@/screens/profile/activity-tab"));

/** What shell.pages.profile says beside the answers of the API. */
export type ProfileProps = { hasSecondPassword: boolean; games: DescribedGame[]; lastAccess: LastAccess };

/** /profile of both roles. */
export function ProfileScreen(props: ProfileProps) {
  return (
    <QueryResult
      query={useQuery(meQuery())}
      failed="Não foi possível carregar o perfil."
      framed
      fallback={<Skeleton className="h-120" />}
    >
      {(me) => <Profile me={me} {...props} />}
    </QueryResult>
  );
}

function Profile({ me, hasSecondPassword, games, lastAccess }: ProfileProps & { me: Me }) {
  const [tab, setTab] = useUrlState("tab", "perfil");
  return (
    <Drafts>
      <HeaderCard me={me} />
      <Tabs
        label="Perfil"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: "perfil",
            label: "Informações Pessoais",
            content: <PersonalTab me={me} hasSecondPassword={hasSecondPassword} />,
          },
          { value: "upload", label: "Config. Upload", content: <UploadTab userId={me.id} games={games} /> },
          { value: "api", label: "API GameBoost", content: <ApiTab userId={me.id} /> },
          { value: "atividade", label: "Atividade", content: <ActivityTab me={me} access={lastAccess} /> },
        ]}
      />
    </Drafts>
  );
}

const PasswordsCard = lazy(() => import("@/screens/profile/passwords-card"));

/** 'Informações Pessoais', and the two passwords. */
function PersonalTab({ me, hasSecondPassword }: { me: Me; hasSecondPassword: boolean }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <PersonalCard me={me} />
      <Suspense fallback={<Skeleton className="h-48" />}>
        <PasswordsCard me={me} hasSecondPassword={hasSecondPassword} />
      </Suspense>
    </div>
  );
}

function HeaderCard({ me }: { me: Me }) {
  const role = roleLabel(me.role);
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

mount("profile", ProfileScreen);
