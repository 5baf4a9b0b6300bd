import { useQuery } from "@tanstack/react-query";
import { globalSettingsQuery } from "@/api/configs";
import { currentUser } from "@/lib/app-context";
import { AuthenticationForm } from "@/screens/settings/authentication-form";
import { AutomaticEarningCard } from "@/screens/settings/automatic-earning";
import { DefaultContentForm } from "@/screens/settings/default-content-form";
import { GlobalOptionsForm } from "@/screens/settings/global-options-form";
import { LOAD_FAILED } from "@/screens/settings/global-settings";
import { SettingsSkeleton } from "@/screens/settings/settings-skeleton";
import { Answer } from "@/ui/answer";

/** 'Three forms (global options, authentication, default content) plus an automatic earning card, rendered only for role
 * admin'. */
export default function SettingsForms() {
  return (
    <Answer query={useQuery(globalSettingsQuery())} failed={LOAD_FAILED} framed place={<SettingsSkeleton />}>
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
