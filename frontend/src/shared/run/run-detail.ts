/** One run with what can be asked of it, and how it is kept fresh. */
import { queryOptions } from "@tanstack/react-query";
import { type Run, type RunRow, runDetailQuery } from "@/api/runs";
import { pollMs } from "@/shared/run/run";

/** What a dialog is opened for. */
export type Asked =
  | { about: "receipt" | "withdrawal" }
  | { about: "credentials" | "decision" | "earning"; row: RunRow };

const POLL_WITHDRAWING_MS = 1000;
const POLL_OVER_MS = 15_000;

/** Runs that are over are still asked for: somebody may repeat them elsewhere, a later look may find a listing. */
export function pollAlwaysMs(run: Run): number {
  return pollMs(run) || POLL_OVER_MS;
}

export function liveRunQuery(id: number) {
  return queryOptions({
    ...runDetailQuery(id),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined) return false;
      return data.withdrawing > 0 ? POLL_WITHDRAWING_MS : pollAlwaysMs(data);
    },
  });
}

/** The creator that runs of this game come from. */
export function creatorPath({ game }: Pick<Run, "game">): string {
  return `/${game}-bulk`;
}

/** Whose API key a run uses. */
export function keyLabel({ systemKey }: Pick<Run, "systemKey">): string {
  return systemKey ? "Padrão do sistema" : "Própria";
}

const SIMULATED: Record<string, string> = {
  "gameboost:sandbox": "Marketplace simulado",
  "gameboost:ensaio": "Ensaio (marketplace simulado)",
};

/** 'api.gameboost.com' of "gameboost:https://api.gameboost.com". */
export function marketLabel({ market }: Pick<Run, "market">): string {
  const origin = market.slice(market.indexOf(":") + 1);
  return SIMULATED[market] ?? (URL.canParse(origin) ? new URL(origin).host : market);
}
