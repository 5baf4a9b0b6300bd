/** Loyalty: `currentPoints` are 0 to 100; `bonusPercentage` is a decimal string, "5.00" is 5 %. */
import { api, pathQuery, type Schemas } from "@/api/client";

export type LoyaltyRecord = Schemas["LoyaltyStandingOutput"];
export type LoyaltySettings = Schemas["LoyaltySettingsOutput"];
export type Tier = LoyaltyRecord["tier"];

export const loyaltySettingsQuery = () => pathQuery("/api/loyalty-points/settings");
export const adjustPoints = (userId: number, body: { pointsChange: number; reason: string }, idempotencyKey: string) =>
  api.post("/api/loyalty-points/{user_id}/adjust", { path: { user_id: userId }, body, idempotencyKey });
