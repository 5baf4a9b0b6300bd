import type { Problems } from "@/lib/use-form";
import { COUNT_ERROR, type CommonOptions, type CommonSettings, isCount } from "@/shared/creation/settings";

/** The whole numbers of an account, in the order the form shows them. */
export const COUNTS = [
  ["accountLevel", "Nível da conta"],
  ["totalVehicles", "Total de veículos"],
  ["premiumPlanes", "Aviões premium"],
  ["premiumTanks", "Tanques premium"],
  ["premiumHelicopters", "Helicópteros premium"],
  ["premiumShips", "Navios premium"],
  ["goldenEagles", "Golden Eagles"],
  ["silverLions", "Silver Lions"],
  ["researchPoints", "Pontos de pesquisa conversíveis"],
] as const;

export type CountName = (typeof COUNTS)[number][0];
export type WarThunderSettings = CommonSettings & Record<CountName, string> & { nations: string[] };
export type WarThunderOptions = CommonOptions & { nations: string[] };

/** The problem of each stated number that is none. */
export function countProblems(values: Partial<Record<CountName, string>>): Problems {
  const wrong = COUNTS.filter(([name]) => values[name] !== undefined && !isCount(values[name]));
  return Object.fromEntries(wrong.map(([name]) => [name, COUNT_ERROR]));
}
