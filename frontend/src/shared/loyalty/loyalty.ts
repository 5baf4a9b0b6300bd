/** Loyalty points as the API answers them, and the words of the levels. */

import { listQuery, pathQuery } from "@/api/query";
import { numberWords } from "@/lib/format";
import type { components } from "@/lib/schema";
import type { Tone } from "@/ui/badge";

type Schemas = components["schemas"];

/** `currentPoints` are 0 to 100; `bonusPercentage` is a decimal string, "5.00" is 5 %. */
export type LoyaltyRecord = Schemas["LoyaltyStandingOutput"];
export type LoyaltyChange = Schemas["LoyaltyHistoryOutput"];
export type LoyaltySettings = Schemas["LoyaltySettingsOutput"];
export type Tier = LoyaltyRecord["tier"];

/** How many employees there are, in all and by level. */
type TierCounts = Schemas["LoyaltyTierCountsOutput"];

export type Level = { tier: Tier; min: number; max: number; bonusPercentage: string };

export const MAX_POINTS = 100;
export const LOYALTY_PATH = "/api/loyalty-points";

const TIERS: Record<string, { label: string; tone: Tone }> = {
  poor: { label: "Fraco", tone: "bad" },
  medium: { label: "Médio", tone: "warn" },
  excellent: { label: "Excelente", tone: "good" },
};

/** 'poor (Fraco) …; medium (Médio) …; excellent (Excelente) …; N/A when unknown'. */
export function tierWords(tier: string | null | undefined) {
  return TIERS[tier ?? ""] ?? { label: "N/A", tone: "neutral" as const };
}

/** The three levels from the lowest up. */
export function levelsOf(settings: LoyaltySettings): [Level, Level, Level] {
  return [
    { tier: "poor", min: settings.poorThresholdMin, max: settings.poorThresholdMax, bonusPercentage: "0" },
    { tier: "medium", min: settings.mediumThresholdMin, max: settings.mediumThresholdMax, bonusPercentage: "0" },
    {
      tier: "excellent",
      min: settings.excellentThresholdMin,
      max: settings.excellentThresholdMax,
      bonusPercentage: settings.excellentBonusPercentage,
    },
  ];
}

/** The level that `points` reach, null in a gap. */
export function levelAt(points: number, settings: LoyaltySettings): Level | null {
  return levelsOf(settings).find(({ min, max }) => min <= points && points <= max) ?? null;
}

/** 'preview of new points clamped to 0-100' */
export function clampPoints(points: number): number {
  return Math.min(MAX_POINTS, Math.max(0, points));
}

/** "+5", "−10", "0" */
export function signed(points: number): string {
  if (points === 0) return "0";
  return `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
}

const percentages = numberWords({ maximumFractionDigits: 2 });

/** "5.00" → "+5%", "0" → "Sem bônus" */
export function bonusWords(percentage: string): string {
  const value = Number(percentage);
  return value > 0 ? `+${percentages(value)}%` : "Sem bônus";
}

export function loyaltyQuery(userId: number) {
  return pathQuery<LoyaltyRecord>(`${LOYALTY_PATH}/${userId}`);
}

export function tierCountsQuery() {
  return pathQuery<TierCounts>(`${LOYALTY_PATH}/summary`);
}

export function loyaltySettingsQuery() {
  return pathQuery<LoyaltySettings>(`${LOYALTY_PATH}/settings`);
}

export function loyaltyHistoryQuery(userId: number, offset: number, limit: number) {
  return listQuery<LoyaltyChange>(`${LOYALTY_PATH}/${userId}/history?limit=${limit}&offset=${offset}`);
}
