/** What one line has of its own (document 2 §3, 'War Thunder per-account overrides'), as typed. */
import type { ParsedLine } from "@/features/bulk/lines";
import { asBody, type Problems, priceProblems } from "@/features/bulk/settings";
import { type CountName, countProblems } from "@/features/war-thunder-bulk/settings";

/** A blank or absent value leaves the general setting in force. */
export type Override = Partial<Record<CountName | "title" | "priceUsd", string>> & {
  nations?: string[];
  imageUrls?: string[];
};

/** The three switches of document 2 §2.8. */
export type Switches = { titles: boolean; images: boolean; settings: boolean };

/** By login, so that a line keeps its own while the text around it changes. */
export type Overrides = ReadonlyMap<string, Override>;

export function keyOf({ login }: ParsedLine): string {
  return login.toLowerCase();
}

/** {"12": {"goldenEagles": "5"}} of the lines that are sent and of the switches that are on. */
export function overridesBody(lines: ParsedLine[], overrides: Overrides, switches: Switches) {
  const body: Record<string, object> = {};
  for (const line of lines) {
    const own = stated(overrides.get(keyOf(line)) ?? {}, switches);
    if (Object.keys(own).length > 0) body[line.line] = asBody(own);
  }
  return body;
}

export function stated(override: Override, switches: Switches): Override {
  const { title, imageUrls, ...settings } = override;
  const kept = {
    ...(switches.titles && { title }),
    ...(switches.images && { imageUrls }),
    ...(switches.settings && settings),
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined && value.length > 0));
}

/** The problem of each field of one line that has one. */
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
export function allOverrideProblems(lines: ParsedLine[], overrides: Overrides, switches: Switches): Problems {
  return Object.fromEntries(
    lines.flatMap((line) =>
      Object.entries(overrideProblems(overrides.get(keyOf(line)) ?? {}, switches)).map(([name, text]) => [
        `overrides.${line.line}.${name}`,
        text,
      ]),
    ),
  );
}
