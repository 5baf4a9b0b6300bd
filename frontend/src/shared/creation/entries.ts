/** The accounts of a creator, whatever they came from: pasted lines, rows of a file, analysed and typed ones. */
import { newIdempotencyKey } from "@/api/client";
import type { QueueOutput } from "@/api/drafts";
import { money, parseMoney } from "@/lib/format";
import {
  type Field,
  fieldOf,
  type GameDescription,
  keyOf,
  priceOf,
  type Typed,
  textOf,
  type Values,
} from "@/shared/creation/game";
import { carriesCookie, caseFold, passwordParts, readLine, splitOtherwise } from "@/shared/creation/lines";
import { problemOf, statedBy } from "@/shared/creation/values";
import { fieldProblems } from "@/shared/marketplace/field-names";
import { ROW_STATES } from "@/shared/run/run";
import { type Edit, type LocalRow, memoMap, type Note } from "@/shared/sheet/rows";

/** `text` is a pasted line as it stands, "" of an account that came otherwise; `own` is what it states for itself, as
 * typed. One that was sent names its line of a run, and says how that fares. */
export type Entry = Omit<QueueOutput["entries"][number], "account"> & { line: number; text: string; own: Values };

const IN_FLIGHT = ["queued", "sending", "verifying"];

/** On its way in a run: nothing to be changed until that line is settled. */
export const isInFlight = ({ state }: Entry): boolean => state !== null && IN_FLIGHT.includes(state);

/** Numbered after those there are. */
export function newEntries(
  entries: readonly Entry[],
  made: readonly { text?: string; own?: Values; line?: number }[],
): Entry[] {
  const last = entries.reduce((most, { line }) => Math.max(most, line), 0);
  // One random key, counted on from: as many as a paste has lines would take a while.
  const key = newIdempotencyKey().slice(8);
  return made.map(({ text = "", own = {}, line }, index) => ({
    id: key + index.toString(16).padStart(8, "0"),
    line: last + (line ?? index + 1),
    text,
    own,
    ...UNSENT,
  }));
}

const UNSENT = { sent: null, state: null, error: "", errors: {}, conflict: false };

/** Each under a number of its own: two tabs may have given the same one. */
export function renumber(entries: readonly Entry[]): readonly Entry[] {
  const taken = new Set<number>();
  let last = entries.reduce((most, { line }) => Math.max(most, line), 0);
  return entries.map((entry) => {
    const free = !taken.has(entry.line);
    taken.add(entry.line);
    if (free) return entry;
    last += 1;
    return { ...entry, line: last };
  });
}

export const asAccount = ({ line, text, own }: Entry) => ({ line, text, own });

/** As the server gives it; what an earlier release kept has the names of a request. */
export function asEntry({ account, ...rest }: QueueOutput["entries"][number], index: number): Entry {
  const { line = index + 1, text = "", own } = account as Partial<Pick<Entry, "line" | "text" | "own">>;
  return { ...rest, line, text, own: own ?? ownOfRequest(account as Record<string, unknown>) };
}

function ownOfRequest({ account_data = {}, ...account }: Record<string, unknown>): Values {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const toTyped = (value: unknown): Typed =>
    Array.isArray(value) && !value.some((each) => typeof each === "number") ? value : String(value ?? "");
  const stated = Object.entries(account).map(([name, value]) => [camel(name), toTyped(value)] as const);
  const data = Object.entries(account_data as object).map(
    ([name, value]) => [`account_data.${name}`, textOf(toTyped(value))] as const,
  );
  return Object.fromEntries([...stated, ...data].filter(([, value]) => value.length > 0));
}

type ReadLine = ReturnType<typeof readLine>;

const readings = new WeakMap<Entry, ReadLine>();
const NOTHING: ReadLine = { own: {}, error: "", reason: "" };

/** What its line says; nothing of an account that has none. */
export function readingOf(entry: Entry, game: GameDescription): ReadLine {
  if (entry.text === "") return NOTHING;
  const known = readings.get(entry);
  if (known) return known;
  const read = readLine(entry.text, game.lines);
  readings.set(entry, read);
  return read;
}

/** What an account has of a field: its own, or what its line says. */
export function fieldValue(entry: Entry, game: GameDescription, key: string): string {
  return textOf(entry.own[key] ?? readingOf(entry, game).own[key]);
}

/** A line of which nothing could be told apart: it is written as a whole. */
export const isWhole = (entry: Entry, game: GameDescription): boolean => {
  const { error, own } = readingOf(entry, game);
  return error !== "" && (own.login ?? "") === "" && (own.password ?? "") === "";
};

/** An account that was changed is another one: how the earlier one fared is no longer told. */
export const changeEntry = (entry: Entry, change: Partial<Pick<Entry, "text" | "own">>): Entry => ({
  ...entry,
  ...change,
  ...UNSENT,
});

const LINE_FIELDS: readonly string[] = ["login", "password", "emailLogin", "emailPassword", "robux", "otherExperiences"];
export const WHOLE = "text";

/** The accounts after some cells were written. What a line says of itself is the account's own from its first correction on. */
export function withEdits(entries: readonly Entry[], edits: readonly Edit[], game: GameDescription): readonly Entry[] {
  const changes = new Map<string, Edit[]>();
  for (const edit of edits) changes.set(edit.id, [...(changes.get(edit.id) ?? []), edit]);
  return entries.map((entry) => {
    const made = changes.get(entry.id);
    if (made === undefined) return entry;
    const whole = made.find(({ column }) => column === WHOLE);
    if (whole) return changeEntry(entry, { text: whole.value });
    const own = Object.fromEntries(made.map(({ column, value }) => [column, value]));
    return withOwn(entry, own, game);
  });
}

export function withOwn(entry: Entry, own: Values, game: GameDescription): Entry {
  const opened = Object.keys(own).some((key) => LINE_FIELDS.includes(key));
  const unsure = unsureOf(entry).filter((key) => !(key in own));
  const before = UNSURE in entry.own ? { ...entry.own, [UNSURE]: unsure } : entry.own;
  const line = opened
    ? { text: "", own: { ...readingOf(entry, game).own, ...before, ...own } }
    : { own: { ...before, ...own } };
  return changeEntry(entry, line);
}

/** What of an account's own counts: in a form with three switches they say of what there may be any. */
export function counts(field: Field, game: GameDescription, form: Values): boolean {
  const titles = fieldOf(game, "titles");
  if (titles === undefined || field.scope === "account") return true;
  if (field.role === "title") return form[keyOf(titles)] === "true";
  return form[field.role === "images" ? IMAGES_SWITCH : SETTINGS_SWITCH] === "true";
}

/** Kept with the form, and no part of a request. */
export const IMAGES_SWITCH = "#images";
export const SETTINGS_SWITCH = "#settings";

/** Makes the rows of the grid, with what the browser's own rules say of them. */
export function rowMaker(game: GameDescription, form: Values): (entries: readonly Entry[]) => LocalRow<Entry>[] {
  const general = (field: Field) =>
    field.scope === "form" && (field.default !== null || textOf(form[keyOf(field)]) !== "");
  // What the marketplace alone asks for, the server tells.
  const required = game.fields.filter((field) => field.required && field.role !== "" && !general(field));
  const known = new Map(game.fields.map((field) => [keyOf(field), field]));
  const made = memoMap((entry: Entry) => {
    const row = localRow(entry, required, known, game, form);
    return { row, login: row.error === "" ? caseFold(fieldValue(entry, game, "login")).normalize("NFKC") : null };
  });
  const repeated = new WeakMap<LocalRow<Entry>, LocalRow<Entry>>();
  return (entries) => {
    const first = new Map<string, number>();
    return made(entries).map(({ row, login }) => {
      if (login === null) return row;
      const earlier = first.get(login);
      if (earlier === undefined) {
        first.set(login, row.line);
        return row;
      }
      const error = `Login duplicado: já está na linha ${earlier}.`;
      if (repeated.get(row)?.error !== error)
        repeated.set(row, { ...row, verdict: "duplicate", stamp: `duplicate\n${row.stamp}`, error });
      return repeated.get(row) ?? row;
    });
  };
}

function localRow(
  entry: Entry,
  required: readonly Field[],
  known: ReadonlyMap<string, Field>,
  game: GameDescription,
  form: Values,
): LocalRow<Entry> {
  const { error, reason } = readingOf(entry, game);
  const problems = new Map<string, string>();
  if (error) for (const key of emptyFields(entry, game, reason)) problems.set(key, error);
  for (const field of error ? [] : required) {
    const key = keyOf(field);
    if (fieldValue(entry, game, key) === "") problems.set(key, problemOf(field, ""));
  }
  if (fieldValue(entry, game, "login").includes("••••"))
    problems.set("login", "O login está mascarado: preencha-o com o login verdadeiro.");
  for (const [key, typed] of Object.entries(error ? {} : entry.own)) {
    const field = known.get(key);
    const text = field && counts(field, game, form) && typed.length > 0 ? problemOf(field, typed) : "";
    if (text) problems.set(key, text);
  }
  const wrong = error || [...new Set(problems.values())].join(" ");
  const verdict = wrong === "" ? "valid" : "invalid";
  return {
    id: entry.id,
    line: entry.line,
    data: entry,
    stamp: `${verdict}\n${JSON.stringify([entry.text, entry.own])}`,
    verdict,
    error: wrong,
    reason,
    marked: [...problems.keys()],
    notes: [...doubts(entry, game, form), ...fate(entry)],
  };
}

function emptyFields(entry: Entry, game: GameDescription, reason: string): string[] {
  if (isWhole(entry, game)) return [];
  return Object.keys(NAMES).filter((key) => fieldValue(entry, game, key) === "" && reason.includes(NAMES[key] ?? ""));
}

const NAMES: Record<string, string> = {
  login: "o login",
  password: "a senha",
  emailLogin: "o e-mail",
  emailPassword: "senha do e-mail",
};

const warning = (text: string, tone: Note["tone"] = "warn"): Note => ({ tone, text, fine: null, local: true });

const TOO_FAR = 1.5;

/** The keys of the fields that the analysis was not sure of, until somebody writes over them; no part of a request. */
export const UNSURE = "#unsure";

const unsureOf = ({ own }: Entry): readonly string[] => {
  const keys = own[UNSURE];
  return Array.isArray(keys) ? keys.map(String) : [];
};

function doubts(entry: Entry, game: GameDescription, form: Values): Note[] {
  const found: Note[] = [];
  if (entry.conflict) found.push(warning("Alterada também em outra aba: confira e remova a versão que não vale."));
  if (needsSplit(entry, game)) found.push(warning("A senha parece conter um e-mail ou outra conta."));
  const keys = unsureOf(entry);
  const unsure = keys.length > 0 ? game.fields.filter((field) => keys.includes(keyOf(field))) : [];
  if (unsure.length > 0) found.push(warning(`Confira o que foi lido: ${unsure.map(({ label }) => label).join(", ")}.`));
  const stated = Number(textOf(entry.own[STATED_PRICE]) || 0);
  if (stated <= 0) return found;
  const key = keyOf(priceOf(game));
  const price = Number(parseMoney(fieldValue(entry, game, key) || textOf(form[key])) ?? 0);
  if (price > 0 && (price > stated * TOO_FAR || price < stated / TOO_FAR))
    found.push(warning(`O texto diz ${money(stated, game.currency)}: confira o preço.`));
  return found;
}

/** The price that the text of an account states, as a plain decimal; no part of a request. */
export const STATED_PRICE = "#statedPrice";

/** How the last try of an account ended; failed ones stay, with their error (product: creators.result). */
function fate({ state, error, errors, sent }: Entry): Note[] {
  if (error === "" || IN_FLIGHT.includes(state ?? "")) return [];
  const text = `${state ? ROW_STATES[state].label : "Não enviada"}: ${[error, ...fieldProblems(errors)].join(" · ")}`;
  return [{ ...warning(text, "bad"), href: sent ? `/runs/${sent.runId}?line=${sent.line}` : undefined }];
}

export const needsSplit = (entry: Entry, game: GameDescription): boolean =>
  readingOf(entry, game).error === "" && passwordParts(fieldValue(entry, game, "password")) !== null;

/** With e-mail and second accounts taken out of these entries' passwords. */
export function split(entries: readonly Entry[], which: readonly Entry[], game: GameDescription): readonly Entry[] {
  const chosen = new Set(which.map(({ id }) => id));
  const more: { own: Values }[] = [];
  const kept = entries.map((entry) => {
    const parts = chosen.has(entry.id) ? passwordParts(fieldValue(entry, game, "password")) : null;
    if (parts === null) return entry;
    more.push(...parts.slice(1).map((own) => ({ own })));
    return withOwn(entry, parts[0] ?? {}, game);
  });
  return [...kept, ...newEntries(kept, more)];
}

/** The malformed lines that another separator makes whole. */
export function readOtherwise(entries: readonly Entry[], game: GameDescription): Map<string, Values> {
  const found = new Map<string, Values>();
  for (const entry of entries) {
    const parts = readingOf(entry, game).error === "" ? null : splitOtherwise(entry.text);
    if (parts !== null && !carriesCookie(entry.text)) found.set(entry.id, parts);
  }
  return found;
}

/** Makes the accounts of a request. The server reads `text`; what else stands beside it is the account's own. */
export const requestMaker = (game: GameDescription, form: Values) =>
  memoMap((entry: Entry): Record<string, unknown> => {
    const fields = game.fields.filter((field) => entry.own[keyOf(field)] !== undefined && counts(field, game, form));
    const stated = statedBy(fields, entry.own, "account_data");
    return { line: entry.line, ...(entry.text !== "" && { text: entry.text }), ...stated };
  });
