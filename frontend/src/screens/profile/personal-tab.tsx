import { Suspense } from "react";
import type { Me } from "@/api/people";
import { lazy } from "@/lib/lazy";
import { PersonalCard } from "@/screens/profile/personal-card";
import { Skeleton } from "@/ui/skeleton";

const PasswordsCard = lazy(() => import("@/screens/profile/passwords-card"));

type PersonalTabProps = { me: Me; hasSecondPassword: boolean };

/** 'Informações Pessoais', and the two passwords. */
export function PersonalTab({ me, hasSecondPassword }: PersonalTabProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <PersonalCard me={me} />
      <Suspense fallback={<Skeleton className="h-48" />}>
        <PasswordsCard me={me} hasSecondPassword={hasSecondPassword} />
      </Suspense>
    </div>
  );
}
