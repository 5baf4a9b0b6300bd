import { Suspense } from "react";
import { SettingsSkeleton } from "@/features/settings/settings-skeleton";
import { lazy } from "@/lib/lazy";

const SettingsForms = lazy(() => import("@/features/settings/settings-forms"));

/** 'Configurações': what holds for everybody's calls, and what a created account earns. */
export function SettingsScreen() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <SettingsForms />
    </Suspense>
  );
}
