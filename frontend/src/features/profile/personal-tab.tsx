import type { Me } from "@/features/profile/me";
import { PasswordsCard } from "@/features/profile/passwords-card";
import { PersonalCard } from "@/features/profile/personal-card";

type PersonalTabProps = { me: Me; hasSecondPassword: boolean };

/** 'Informações Pessoais' (document 1 §2 'Profile'), and the two passwords (decisions §2). */
export function PersonalTab({ me, hasSecondPassword }: PersonalTabProps) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <PersonalCard me={me} />
      <PasswordsCard me={me} hasSecondPassword={hasSecondPassword} />
    </div>
  );
}
