import type { Me } from "@/api/people";
import { AccessCard } from "@/screens/profile/access-card";
import { ActivitiesCard } from "@/screens/profile/activities-card";
import { SessionsCard } from "@/screens/profile/sessions-card";
import { TrailCard } from "@/screens/profile/trail-card";
import { type LastAccess, VisibilityCard } from "@/screens/profile/visibility-card";

type ActivityTabProps = { me: Me; access: LastAccess };

/** 'Atividade (Logs)', and what is known of oneself. */
export default function ActivityTab({ me, access }: ActivityTabProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <AccessCard me={me} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5">
          <SessionsCard userId={me.id} />
          <TrailCard me={me} />
          <ActivitiesCard userId={me.id} />
        </div>
        <VisibilityCard userId={me.id} access={access} />
      </div>
    </div>
  );
}
