/** What holds for every line that does not state it: the form of the game, as texts that are typed. */
import { useMemo } from "react";
import type { Game } from "@/api/client";
import type { UploadField } from "@/api/drafts";
import type { CreationPath, Run } from "@/api/runs";
import { decimal, parseMoney } from "@/lib/format";
import { useForm } from "@/lib/use-form";
import type { Limits, Provider } from "@/shared/creation/settings";

type Values = Record<string, unknown>;

/** Not part of the form: what is stated account by account, and the templates' own. */
const APART = new Set(["accountData", "customTitles", "rareList", "slug", "note", "dump"]);
const ESSENTIAL = new Set([
  "title",
  "description",
  "price",
  "priceUsd",
  "emailDomain",
  "deliveryInstructions",
  "imageUrls",
]);

export const priceName = (values: Values): "price" | "priceUsd" => ("priceUsd" in values ? "priceUsd" : "price");

export function useStandard(defaults: Values) {
  const form = useForm<Values>({ initial: asForm(defaults) });
  const { values } = form;
  return {
    ...form,
    settings: useMemo(() => asSettings(values), [values]),
    text: (name: string) => String(values[name] ?? ""),
    list: (name: string) => (values[name] as string[] | undefined) ?? [],
  };
}

export type Standard = ReturnType<typeof useStandard>;

/** The fields of the game's own form beyond those that all games have. */
export function ownFields(values: Values, fields: readonly UploadField[]): UploadField[] {
  return fields.filter(({ name }) => name in values && !ESSENTIAL.has(name) && !APART.has(name));
}

function asForm(defaults: Values): Values {
  const price = priceName(defaults);
  const shown = Object.entries(defaults).map(([name, value]) => [name, typeof value === "number" ? `${value}` : value]);
  const stated = defaults[price];
  return { ...Object.fromEntries(shown), [price]: stated === null ? "" : decimal(String(stated)) };
}

/** The form as the server takes it; a price that is not stated is left out. */
function asSettings(values: Values): Values {
  const price = priceName(values);
  const { [price]: typed, ...others } = values;
  const text = String(typed ?? "").trim();
  return text === "" ? others : { ...others, [price]: parseMoney(text) ?? text };
}

export type Kind = "text" | "secret" | "pair" | "count" | "amount" | "switch" | "list" | "choice" | "choices" | "rank";

export type UploadGame = {
  slug: Game;
  title: string;
  endpoint: CreationPath;
  activeRun: Run | null;
  defaults: Record<string, unknown>;
  limits: Limits;
  options: { providers: Provider[] };
};
