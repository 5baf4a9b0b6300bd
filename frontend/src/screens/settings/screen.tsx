import { Suspense } from "react";
import { mount } from "@/app/mount";
import { lazy } from "@/lib/lazy";
import { SettingsSkeleton } from "@/screens/settings/settings-skeleton";

const SettingsForms = lazy(() => import("@/screens/settings/settings-forms"));

/** 'Configurações': what holds for everybody's calls, and what a created account earns. */
export function SettingsScreen() {
  return (
    <Suspense fallback={<SettingsSkeleton />}>
      <SettingsForms />
    </Suspense>
  );
}

mount("settings", SettingsScreen);
