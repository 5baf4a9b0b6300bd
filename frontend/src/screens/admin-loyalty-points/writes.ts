/** What admins change of loyalty. */

import { api } from "@/lib/api";
import type { components } from "@/lib/schema";
import { LOYALTY_PATH, type LoyaltyRecord, type LoyaltySettings } from "@/shared/loyalty/loyalty";

type Schemas = components["schemas"];

/** What other settings would do, tried on the last `days`; nothing is saved. */
export type SettingsEffect = Schemas["LoyaltyEffectsOutput"];

/** One employee whose level would change: when the settings are saved, or had they held all these days. */
export type Effect = Schemas["LoyaltyEffectOutput"];

export function adjustPoints(userId: number, body: { pointsChange: number; reason: string }, idempotencyKey: string) {
  return api.post<LoyaltyRecord>(`${LOYALTY_PATH}/${userId}/adjust`, body, { idempotencyKey });
}

export function saveSettings(settings: LoyaltySettings) {
  return api.put<LoyaltySettings>(`${LOYALTY_PATH}/settings/${settings.id}`, settings);
}

export function settingsEffect(settings: LoyaltySettings) {
  return api.post<SettingsEffect>(`${LOYALTY_PATH}/settings/${settings.id}/effect`, settings);
}

/** True for everything read of loyalty. */
export function isAboutLoyalty(queryKey: readonly unknown[]): boolean {
  return String(queryKey[0]).startsWith(LOYALTY_PATH);
}
