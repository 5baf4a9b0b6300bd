import { useQuery } from "@tanstack/react-query";
import { type Me, meQuery } from "@/api/people";
import { mount } from "@/app/mount";
import { lazy } from "@/lib/lazy";
import { useUrlState } from "@/lib/use-url-state";
import { Drafts } from "@/screens/profile/drafts";
import { HeaderCard } from "@/screens/profile/header-card";
import { PersonalTab } from "@/screens/profile/personal-tab";
import type { LastAccess } from "@/screens/profile/visibility-card";
import { Answer } from "@/ui/answer";
import { Skeleton } from "@/ui/skeleton";
import { Tabs } from "@/ui/tabs";

const UploadTab = lazy(() => import("@/screens/profile/upload-tab"));
const ApiTab = lazy(() => import("@/screens/profile/api-tab"));
const ActivityTab = lazy(() => import("@/screens/profile/activity-tab"));

/** What accounts.pages.profile says beside the answers of the API. */
export type ProfileProps = { hasSecondPassword: boolean; lastAccess: LastAccess };

/** /profile of both roles. */
export function ProfileScreen(props: ProfileProps) {
  return (
    <Answer
      query={useQuery(meQuery())}
      failed="Não foi possível carregar o perfil."
      framed
      place={<Skeleton className="h-120" />}
    >
      {(me) => <Profile me={me} {...props} />}
    </Answer>
  );
}

function Profile({ me, hasSecondPassword, lastAccess }: ProfileProps & { me: Me }) {
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
          { value: "upload", label: "Config. Upload", content: <UploadTab userId={me.id} /> },
          { value: "api", label: "API GameBoost", content: <ApiTab userId={me.id} /> },
          {
            value: "atividade",
            label: "Atividade",
            content: <ActivityTab me={me} access={lastAccess} />,
          },
        ]}
      />
    </Drafts>
  );
}

mount("profile", ProfileScreen);
