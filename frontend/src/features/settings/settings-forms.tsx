import { useQuery } from "@tanstack/react-query";
import { AuthenticationForm } from "@/features/settings/authentication-form";
import { AutomaticEarningCard } from "@/features/settings/automatic-earning";
import { DefaultContentForm } from "@/features/settings/default-content-form";
import { GlobalOptionsForm } from "@/features/settings/global-options-form";
import { LOAD_FAILED, settingsQuery } from "@/features/settings/global-settings";
import { SettingsSkeleton } from "@/features/settings/settings-skeleton";
import { currentUser } from "@/lib/app-context";
import { Answer } from "@/ui/answer";

/** 'Three forms (global options, authentication, default content) plus an automatic earning card, rendered only for role
 * admin'. */
export default function SettingsForms() {
  return (
    <Answer query={useQuery(settingsQuery())} failed={LOAD_FAILED} framed place={<SettingsSkeleton />}>
      {(settings) => (
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid gap-5">
            <GlobalOptionsForm settings={settings} />
            <DefaultContentForm settings={settings} />
          </div>
          <div className="grid gap-5">
            <AuthenticationForm settings={settings} />
            {currentUser().role === "admin" && <AutomaticEarningCard />}
          </div>
        </div>
      )}
    </Answer>
  );
}
