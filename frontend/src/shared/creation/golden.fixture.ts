/** The cases that bulk/tests/test_games_lines.py runs too, for the parsers' tests. */
import { type ParsedLine, parsedLine, type Verdict, verdictOf } from "@/shared/creation/lines";
import limits from "../../../../bulk/games/golden/limits.json";
import roblox from "../../../../bulk/games/roblox/golden.json";
import warThunder from "../../../../bulk/games/war_thunder/golden.json";

type GoldenLine = Partial<Omit<ParsedLine, "line">> & { line: number; verdict?: Verdict };

const GOLDEN = { roblox, "war-thunder": warThunder };

export function goldenCases(game: keyof typeof GOLDEN) {
  return GOLDEN[game].map(({ name, text, lines }) => ({ name, text, expected: (lines as GoldenLine[]).map(filled) }));
}

export const goldenLimits = limits.map(({ name, line, count, error }) => ({
  name,
  text: Array.from({ length: count }, (_, n) => line.replace("{n}", String(n))).join("\n"),
  error,
}));

function filled({ verdict = "valid", line, ...fields }: GoldenLine) {
  return { ...parsedLine(line, fields), verdict };
}

export function withVerdict(parsed: ParsedLine) {
  return { ...parsed, verdict: verdictOf(parsed) };
}
