/** What one line has of its own, as typed. */
import type { Problems } from "@/lib/use-form";
import { filled, keyOf, type Overrides } from "@/shared/creation/account";
import type { ParsedLine } from "@/shared/creation/lines";
import {
  COUNT_ERROR,
  type CommonOptions,
  type CommonSettings,
  isCount,
  priceProblems,
} from "@/shared/creation/settings";

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

export function countProblems(values: Partial<Record<CountName, string>>): Problems {
  const wrong = COUNTS.filter(([name]) => values[name] !== undefined && !isCount(values[name]));
  return Object.fromEntries(wrong.map(([name]) => [name, COUNT_ERROR]));
}

/** A blank or absent value leaves the general setting in force. */
export type Override = Partial<Record<CountName | "title" | "priceUsd", string>> & {
  nations?: string[];
  imageUrls?: string[];
};

export type Switches = { titles: boolean; images: boolean; settings: boolean };

/** The switches without which some of these would not count. */
export function switchesOf(overrides: readonly Override[]): Partial<Switches> {
  const names = new Set(overrides.flatMap((own) => Object.keys(filled(own))));
  const titles = names.delete("title");
  const images = names.delete("imageUrls");
  return { ...(titles && { titles }), ...(images && { images }), ...(names.size > 0 && { settings: true }) };
}

/** 'War Thunder line title 'Conta War Thunder - {login}''. */
export const titleOf = ({ login }: ParsedLine): string => `Conta War Thunder - ${login}`;

/** What counts of a line's own: what is filled in, of the switches that are on. */
export function stated(override: Override, switches: Switches): Override {
  const { title, imageUrls, ...settings } = override;
  return filled({
    ...(switches.titles && { title }),
    ...(switches.images && { imageUrls }),
    ...(switches.settings && settings),
  });
}

export function overrideProblems(override: Override, switches: Switches): Problems {
  const own = stated(override, switches);
  const shortTitle = own.title !== undefined && own.title.trim().length < 3;
  return {
    ...(shortTitle && { title: "Título deve ter pelo menos 3 caracteres" }),
    ...(own.priceUsd !== undefined && priceProblems(own.priceUsd)),
    ...countProblems(own),
  };
}

/** The same for all lines that are sent, under `overrides.{line}.{field}` as the server names them. */
export function allOverrideProblems(
  lines: readonly ParsedLine[],
  overrides: Overrides<Override>,
  switches: Switches,
): Problems {
  return Object.fromEntries(
    lines.flatMap((line) =>
      Object.entries(overrideProblems(overrides.get(keyOf(line)) ?? {}, switches)).map(([name, text]) => [
        `overrides.${line.line}.${name}`,
        text,
      ]),
    ),
  );
}
