import { useQuery } from "@tanstack/react-query";
import { AuthenticationForm } from "@/features/settings/authentication-form";
import { AutomaticEarningCard } from "@/features/settings/automatic-earning";
import { DefaultContentForm } from "@/features/settings/default-content-form";
import { GlobalOptionsForm } from "@/features/settings/global-options-form";
import { LOAD_FAILED, settingsQuery } from "@/features/settings/global-settings";
import { SettingsSkeleton } from "@/features/settings/settings-skeleton";
import { currentUser } from "@/lib/app-context";
import { ErrorState } from "@/ui/error-state";

/** 'Three forms (global options, authentication, default content) plus an automatic earning card, rendered only for role
 * admin' (document 2 §2.3). */
export default function SettingsForms() {
  const settings = useQuery(settingsQuery());
  if (settings.data === undefined) {
    if (!settings.isError) return <SettingsSkeleton />;
    return (
      <div className="card">
        <ErrorState title={LOAD_FAILED} error={settings.error} onRetry={settings.refetch} />
      </div>
    );
  }
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <GlobalOptionsForm settings={settings.data} />
      <AuthenticationForm settings={settings.data} />
      <DefaultContentForm settings={settings.data} />
      {currentUser().role === "admin" && <AutomaticEarningCard />}
    </div>
  );
}
