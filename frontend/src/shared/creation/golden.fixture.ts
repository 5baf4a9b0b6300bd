/** The games as the server describes them, and the cases that bulk/tests/test_games_lines.py runs too, for the browser's own reading. */
import type { GameDescription } from "@/shared/creation/game";
import games from "../../../../bulk/games/golden/games.json";
import limits from "../../../../bulk/games/golden/limits.json";
import minecraft from "../../../../bulk/games/golden/other-game.json";
import roblox from "../../../../bulk/games/roblox/golden.json";
import warThunder from "../../../../bulk/games/war_thunder/golden.json";

/** One that is made from its template. */
export const MINECRAFT = minecraft as unknown as GameDescription;

export type Slug = keyof typeof games;
export const GAMES = games as unknown as Record<Slug, GameDescription>;

type GoldenLine = {
  line: number;
  verdict?: "valid" | "invalid" | "duplicate";
  login?: string;
  password?: string;
  emailLogin?: string;
  emailPassword?: string;
  robux?: number;
  otherExperiences?: string[];
  error?: string;
};

export const GOLDEN = { roblox, "war-thunder": warThunder } as Record<
  "roblox" | "war-thunder",
  { name: string; text: string; lines: GoldenLine[] }[]
>;

export const goldenLimits = limits.map(({ name, line, count, error }) => ({
  name,
  text: Array.from({ length: count }, (_, n) => line.replace("{n}", String(n))).join("\n"),
  error: error ?? "",
}));
