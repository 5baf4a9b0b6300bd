import type { LoyaltySettings } from "@/api/loyalty";
import { levelsOf, MAX_POINTS, tierLabel } from "@/shared/loyalty/loyalty";
import type { Tone } from "@/ui/badge";

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
