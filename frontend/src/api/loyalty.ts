/** Loyalty: `currentPoints` are 0 to 100; `bonusPercentage` is a decimal string, "5.00" is 5 %. */
import { api, type Schemas } from "@/api/client";
import { type ListRequest, listQuery, pathQuery } from "@/api/query";

export type LoyaltyRecord = Schemas["LoyaltyStandingOutput"];
export type LoyaltyChange = Schemas["LoyaltyHistoryOutput"];
export type LoyaltySettings = Schemas["LoyaltySettingsOutput"];
export type Tier = LoyaltyRecord["tier"];

/** What other settings would do, tried on the last `days`; nothing is saved. */
export type SettingsEffect = Schemas["LoyaltyEffectsOutput"];
/** One employee whose level would change: when the settings are saved, or had they held all these days. */
export type PersonEffect = Schemas["LoyaltyEffectOutput"];

export const loyaltyKeys = { all: ["loyalty-points"] };

export const loyaltyQuery = (userId: number) =>
  pathQuery("/api/loyalty-points/{user_id}", { path: { user_id: userId } });

export const tierCountsQuery = () => pathQuery("/api/loyalty-points/summary");
export const loyaltySettingsQuery = () => pathQuery("/api/loyalty-points/settings");
export const loyaltyHistoryQuery = (userId: number, offset: number, limit: number) =>
  listQuery("/api/loyalty-points/{user_id}/history", { path: { user_id: userId }, query: { limit, offset } });
export const adjustPoints = (userId: number, body: { pointsChange: number; reason: string }, idempotencyKey: string) =>
  api.post("/api/loyalty-points/{user_id}/adjust", { path: { user_id: userId }, body, idempotencyKey });
export const saveLoyaltySettings = (body: LoyaltySettings) =>
  api.put("/api/loyalty-points/settings/{settings_id}", { path: { settings_id: body.id }, body });
export const settingsEffect = (body: LoyaltySettings) =>
  api.post("/api/loyalty-points/settings/{settings_id}/effect", { path: { settings_id: body.id }, body });
export const loyaltyRecordsQuery = (query: ListRequest) => listQuery("/api/loyalty-points", { query });
