/** What is typed into a field, or stands in the cell of a file, as the value of a request; and what is wrong with it. */
import { amountRefusal, integer, parseMoney } from "@/lib/format";
import type { Problems } from "@/lib/use-form";
import {
  type Field,
  type FieldRole,
  fieldOf,
  type GameDescription,
  keyOf,
  namesIn,
  type Typed,
  textOf,
  type Values,
} from "@/shared/creation/game";

/** The value that a field states; undefined for a blank one. What cannot be read goes as it is: the server says why. */
export function asValue(field: Field, typed: Typed | undefined): unknown {
  if (field.kind === "images") return typed?.length ? (typeof typed === "string" ? namesIn(typed) : typed) : undefined;
  const text = textOf(typed).trim();
  if (text === "") return undefined;
  switch (field.kind) {
    case "count":
      return countOf(text) ?? text;
    case "number":
      return numberOf(text) ?? text;
    case "money":
      return parseMoney(text) ?? text;
    case "switch":
      return text === "true" || (text === "false" ? false : text);
    case "list":
    case "choices":
      return namesIn(text);
    case "choice":
      return field.options.find(({ value }) => String(value) === text)?.value ?? text;
    default:
      return text;
  }
}

const MAX_COUNT = 999_999_999;

/** Why a typed value is refused; "" when it is not. A blank one is refused where the field is required. */
export function problemOf(field: Field, typed: Typed | undefined): string {
  const { kind, label, min, max, minLength, required, missing } = field;
  const value = asValue(field, typed);
  if (value === undefined) return required ? missing || shortText(field) || field.error || `Preencha ${label}` : "";
  const text = textOf(typed).trim();
  if (kind === "money") {
    const amount = Number(typeof value === "string" && parseMoney(value) !== null ? value : 0);
    if (amount > Number(max ?? Number.POSITIVE_INFINITY))
      return `${label.split(" (")[0]} deve ser no máximo ${formatBound(max)}`;
    if (amount >= Number(min ?? 0.01)) return "";
    return amountRefusal(text, field.error || "Preço deve ser um valor positivo");
  }
  if (kind === "count" || kind === "number") {
    const fits = typeof value === "number" && value >= Number(min ?? 0) && value <= Number(max ?? MAX_COUNT);
    return fits ? "" : field.error || boundsText(field);
  }
  return kind !== "choice" && text.length < minLength ? shortText(field) : "";
}

const shortText = ({ label, minLength, error }: Field): string =>
  minLength > 0 ? error || `${label} deve ter pelo menos ${minLength} caracteres` : "";

function boundsText({ kind, label, min, max }: Field): string {
  if (kind === "number") return `${label}: informe um número de ${min ?? 0} a ${max ?? "999.999.999"}`;
  return `Informe um número inteiro de ${min ?? 0} a ${formatBound(max ?? MAX_COUNT)}`;
}

const formatBound = (bound: number | string | null): string => integer(Number(bound));

/** Of the form for every account: one that may be left to the accounts has no default. */
export function formProblems(fields: readonly Field[], values: Values): Problems {
  const found = fields
    .filter(({ scope }) => scope === "form")
    .map((field) => {
      const needed = field.minLength > 0 || (field.required && field.default !== null);
      return [keyOf(field), problemOf({ ...field, required: needed, missing: "" }, values[keyOf(field)])] as const;
    });
  return Object.fromEntries(found.filter(([, text]) => text !== ""));
}

/** {title, priceUsd, …, [data]: {…}} of what the values state; `every` has blank texts and lists of it as well. */
export function statedBy(fields: readonly Field[], values: Values, data: string, every = false): Record<string, unknown> {
  const stated: Record<string, unknown> = {};
  const inner: Record<string, unknown> = {};
  for (const field of fields) {
    const typed = values[keyOf(field)];
    const value = asValue(field, typed) ?? (every && field.place === "account" ? blankOf(field) : undefined);
    if (value !== undefined) (field.place === "data" ? inner : stated)[field.name] = value;
  }
  return Object.keys(inner).length > 0 ? { ...stated, [data]: inner } : stated;
}

function blankOf({ kind }: Field): unknown {
  if (kind === "money") return undefined;
  return kind === "images" || kind === "list" || kind === "choices" ? [] : "";
}

const UNITS: Record<string, number> = { k: 1e3, mil: 1e3, m: 1e6, mi: 1e6, kk: 1e6, b: 1e9, bi: 1e9 };

/** 1.250, 1,250, 12.4M, 2,5k, 1e6, '350 R$' → a whole number; null for anything else, as 12.5. */
export function countOf(text: string): number | null {
  const match = /^([\d.,]+(?:e\+?\d+)?)\s*([a-z]*)$/.exec(text.replace(/r\$/i, "").trim().toLowerCase());
  if (match === null) return null;
  const [, digits = "", unit = ""] = match;
  const factor = unit === "" ? 1 : UNITS[unit];
  if (factor === undefined) return null;
  const amount = Number(plainNumber(digits, factor > 1)) * factor;
  const count = Math.round(amount);
  return Number.isSafeInteger(count) && Math.abs(amount - count) < 1e-6 ? count : null;
}

/** "1.250": grouped thousands, unless a unit follows, which makes the mark a decimal one. */
function plainNumber(digits: string, scaled: boolean): string {
  if (/^\d{1,3}([.,]\d{3})+$/.test(digits) && !(scaled && digits.split(/[.,]/).length === 2)) {
    return digits.replace(/[.,]/g, "");
  }
  return digits.includes(",") ? digits.replaceAll(".", "").replace(",", ".") : digits;
}

/** "53,5%" → 53.5 */
function numberOf(text: string): number | null {
  const value = Number(text.replace("%", "").replace(",", ".").trim());
  return Number.isFinite(value) ? value : null;
}

const WEBMAIL =
  /https?:\/\/(?:www\.)?(?:firstmail\.ltd|mail\.rambler\.ru|notletters\.com|outlook\.live\.com)(?![\w.-]*\w)(?:\/(?:[a-z0-9\-._~/?=&%#]*[a-z0-9/])?)?/gi;

/** As in bulk/games/form.py: `url` replaces each known webmail address, or is added as a last line if there is none. */
export function withWebmail(instructions: string, url: string): string {
  if (instructions.search(WEBMAIL) >= 0) return instructions.replace(WEBMAIL, url);
  return `${instructions.trimEnd()}\n\nWebmail: ${url}`.trimStart();
}

/** What changes with a field: choosing the provider writes its webmail address into instructions that are there. */
export function changeOf(game: GameDescription, values: Values, field: Field, value: Typed): Values {
  const instructions = fieldOf(game, "instructions");
  const url = game.options.providers.find(({ slug }) => slug === value)?.webmailUrl;
  const own = instructions && textOf(values[keyOf(instructions)]);
  const follows = field.role === "provider" && url && instructions && (own || field.scope === "form");
  return { [keyOf(field)]: value, ...(follows && own ? { [keyOf(instructions)]: withWebmail(own, url) } : {}) };
}

/** No form has these: a file or a template brings them. */
export const APART: readonly FieldRole[] = ["titles", "rareList", "slug", "note", "keywords"];

/** As an analysis names a field: 'email_login' is emailLogin. */
export const originName = ({ name, place }: Field): string =>
  place === "data" ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What of an account is wrong before it enters the list, by field; what the form says for all is not missing. */
export function accountProblems(game: GameDescription, own: Values, form: Values): Record<string, string> {
  const found = game.fields
    .filter(({ role }) => !APART.includes(role))
    .map((field) => [keyOf(field), ownProblem(field, own, form)] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== ""));
}

function ownProblem(field: Field, own: Values, form: Values): string {
  const typed = own[keyOf(field)];
  if (typed?.length) return problemOf(field, typed);
  if (field.role === "") return "";
  if (field.scope === "account") return problemOf({ ...field, missing: "" }, "");
  return field.required && textOf(form[keyOf(field)]) === "" ? problemOf({ ...field, missing: "" }, "") : "";
}
