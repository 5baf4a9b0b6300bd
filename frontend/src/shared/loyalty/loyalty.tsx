/** Loyalty points as the API answers them, and the words of the levels. */
import type { LoyaltySettings, Tier } from "@/api/loyalty";
import { numberFormat } from "@/lib/format";
import type { Label, Tone } from "@/ui/badge";

type Level = { tier: Tier; min: number; max: number; bonusPercentage: string };

export const MAX_POINTS = 100;
const TIERS: Record<string, Label> = {
  poor: { label: "Fraco", tone: "bad" },
  medium: { label: "Médio", tone: "warn" },
  excellent: { label: "Excelente", tone: "good" },
};

export function tierLabel(tier: string | null | undefined) {
  return TIERS[tier ?? ""] ?? { label: "N/A", tone: "neutral" as const };
}

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

export const clampPoints = (points: number): number => Math.min(MAX_POINTS, Math.max(0, points));

/** "+5", "−10", "0" */
export function signedPoints(points: number): string {
  if (points === 0) return "0";
  return `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
}

const percentages = numberFormat({ maximumFractionDigits: 2 });

/** "5.00" → "+5%", "0" → "Sem bônus" */
export function bonusLabel(percentage: string): string {
  const value = Number(percentage);
  return value > 0 ? `+${percentages(value)}%` : "Sem bônus";
}

const FILLS: Partial<Record<Tone, string>> = { bad: "bg-bad", warn: "bg-warn", good: "bg-good" };

/** The levels side by side from 0 to 100, with a mark where `points` stand. The words beside it say the same. */
export function LevelScale({ settings, points }: { settings: LoyaltySettings; points?: number }) {
  return (
    <div aria-hidden="true" className={`relative pb-5 text-xs text-muted ${points === undefined ? "" : "pt-6"}`}>
      <div className="flex gap-px">
        {levelsOf(settings).map(({ tier, min, max }) => (
          <div key={tier} style={{ flexGrow: max - min + 1 }} className="min-w-0 basis-0">
            <div className={`h-1.5 opacity-70 ${FILLS[tierLabel(tier).tone]}`} />
            <p className="absolute mt-1 tabular-nums">{min}</p>
          </div>
        ))}
        <p className="absolute right-0 bottom-0 tabular-nums">{MAX_POINTS}</p>
      </div>
      {points !== undefined && (
        <div className="absolute top-0 bottom-5 [translate:-50%]" style={{ left: `${points}%` }}>
          <p className="text-center text-sm font-semibold text-ink tabular-nums">{points}</p>
          <div className="mx-auto h-4 w-0.5 bg-ink" />
        </div>
      )}
    </div>
  );
}
