/** A game as the server describes it. No screen knows one by name: fields, lines and words are all in its description. */
import type { Service } from "@/api/configs";
import type { GameAnalysis } from "@/api/drafts";
import type { CreationPath, Run } from "@/api/runs";
import { decimal } from "@/lib/format";
import type { Option } from "@/ui/fields";

export type Kind =
  | ("text" | "longtext" | "secret" | "count" | "number" | "money")
  | ("switch" | "list" | "choice" | "choices" | "images");

export type FieldRole =
  | ("" | "login" | "password" | "emailLogin" | "emailPassword" | "title" | "description" | "price")
  | ("provider" | "instructions" | "images" | "note" | "keywords" | "rareList" | "place" | "titles" | "slug");

export type Field = {
  /** In a request, under `place`: beside the log-in, or in account_data. */
  name: string;
  label: string;
  kind: Kind;
  place: "account" | "data";
  /** "form": may hold for every account. "account": only an account itself has it. */
  scope: "form" | "account";
  role: FieldRole;
  required: boolean;
  /** The text for a required one that is not there. */
  missing: string;
  min: number | string | null;
  max: number | string | null;
  minLength: number;
  options: readonly { value: string | number; label: string }[];
  default: unknown;
  placeholder: string;
  hint: string;
  /** The text for a value beyond the bounds. */
  error: string;
};

/** How a pasted line is cut, as the server cuts it. */
export type LineRule = {
  /** "first_colon": what follows the first one is the password, up to ` | Label: value` notes. */
  rule: "first_colon" | "fields";
  counts: readonly number[];
  order: readonly string[];
  /** Labels of notes by the field they fill, and those that fill none. */
  notes: Readonly<Record<string, readonly string[]>>;
  ignoredNotes: readonly string[];
  error: string;
  format: string;
  example: string;
};

export type Provider = { slug: string; title: string; domain: string; webmailUrl: string };
export type Limits = { maxLines: number; maxBytes: number; maxImages: number; maxImageMb: number };

export type GameDescription = GameAnalysis & {
  title: string;
  page: string;
  endpoint: CreationPath;
  queued: boolean;
  /** What the server says of a failed analysis is told. */
  answersWithMessage: boolean;
  lines: LineRule;
  fields: readonly Field[];
  currency: "USD" | "EUR";
  defaults: Readonly<Record<string, unknown>>;
  limits: Limits;
  options: { providers: readonly Provider[] };
  /** Where accounts may go, the usual one first; `refusal` says why those of this game may not. */
  markets: readonly { service: Service; title: string; refusal: string }[];
  /** The documented tabs of the form; the one without fields has all that no other has. */
  tabs: readonly { name: string; fields: readonly string[] }[];
  /** What the grid has a column of even when no account states it. */
  shown: readonly string[];
  words: GameTexts;
  template?: GameTemplate | null;
};

/** What only this game's screen says; the usual words hold for those left out. */
type GameTexts = {
  analyse: string;
  list: string;
  nothing: string;
  noKey: string;
  analysisFailed: string;
  /** Of a text that is analysed. */
  example?: string;
  add?: string;
  /** Of the button that creates, with {count}. */
  create?: string;
  /** Of an account that lacks something, before it is added. */
  missing?: string;
  uploadFailed?: string;
  createFailed?: string;
};

/** What the marketplace says of a game that is not one of ours. */
export type GameTemplate = {
  version: number;
  known: boolean;
  notice: string;
  pinned: boolean;
  /** What changed last, and when. */
  changes: readonly string[];
  changedAt: string | null;
};

/** What an account created earns in R$, the bonus included, null where that depends on its price; and the same in words.
 * `estimated` where the marketplace has to pay first. */
export type Pay = { perAccountWithBonus: string | null; label: string; estimated?: boolean };

export type CreatorPage = {
  game: GameDescription;
  pay: Pay;
  usdEurRate: string;
  activeRun: Run | null;
  lastRun: Run | null;
};

/** What is typed: texts, and the addresses of pictures. */
export type Typed = string | readonly string[];
export type Values = Readonly<Record<string, Typed>>;

/** What a field is known by here: those of account_data may be called as others are. */
export const keyOf = ({ name, place }: Pick<Field, "name" | "place">): string =>
  place === "data" ? `account_data.${name}` : name;

export const fieldOf = (game: GameDescription, role: FieldRole): Field | undefined =>
  game.fields.find((field) => field.role === role);

/** The field that holds the price, in the currency that the game is priced in. */
export function priceOf(game: GameDescription): Field {
  const field = fieldOf(game, "price");
  if (field === undefined) throw new Error(`${game.slug} has no price`);
  return field;
}

export const optionsOf = ({ options }: Field): Option[] =>
  options.map(({ value, label }) => ({ value: String(value), label }));

export const textOf = (value: Typed | undefined): string =>
  typeof value === "string" ? value : (value ?? []).join(", ");

export const namesIn = (typed: string): string[] =>
  [...new Set(typed.split(/[,;|\n]/).map((name) => name.trim()))].filter(Boolean);

export function asTyped({ kind }: Pick<Field, "kind">, value: unknown): Typed {
  if (kind === "images") return Array.isArray(value) ? value.map(String) : [];
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(", ");
  if (kind === "money") return decimal(String(value));
  return typeof value === "number" ? String(value).replace(".", ",") : String(value);
}

export function initialForm({ fields, defaults }: GameDescription): Record<string, Typed> {
  const form = fields.filter(({ scope }) => scope === "form");
  return Object.fromEntries(
    form.map((field) => [
      keyOf(field),
      asTyped(field, (field.place === "account" ? defaults[field.name] : null) ?? field.default),
    ]),
  );
}
