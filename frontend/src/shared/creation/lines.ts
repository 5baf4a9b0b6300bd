/** Pasted text cut into lines, and what a line seems to say. The server reads the lines: this only paints them.
 * What both say is held together by one test, `bulk/tests` against `lines.test.ts`, over the same drawn lines. */
import { integer } from "@/lib/format";
import type { LineRule, Values } from "@/shared/creation/game";

const MAX_LINE_CHARACTERS = 1000;

/** What a line says, as far as it does, and what is wrong with it: `error` in the documented words, `reason` in plain ones. */
type ReadLine = { own: Values; error: string; reason: string };

const COOKIE_REFUSED = "Linha recusada: contém um cookie de sessão do Roblox. Cole apenas login e senha.";
const LINE_TOO_LONG = "Linha muito longa: use no máximo 1.000 caracteres.";
const TEXT_TOO_LARGE = "O texto passa de 2 MB. Divida as contas em mais de uma execução.";
export const TEXT_EMPTY = "Por favor, insira os detalhes das contas para análise.";

// Control characters, lone surrogates, soft hyphen, zero-width and direction marks, BOM: nobody types them.
const INVISIBLE =
  /(?![\t\n\r])\p{Cc}|\p{Cs}|\u00ad|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2064]|[\u2066-\u2069]|\ufeff/gu;
const BEYOND_ASCII = /[^\t -~]/;
const COOKIE_MARKERS = ["warning:-do-not-share-this", "roblosecurity"];
// NUL and halves of surrogate pairs: no request may have them. One that nobody sees keeps what is around them apart.
const UNSTORABLE = /\0|\p{Cs}/gu;

/** The lines as they stand in the text; number n is at n - 1. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/);

export const visible = (text: string): string => (BEYOND_ASCII.test(text) ? text.replace(INVISIBLE, "") : text).trim();

const storable = (text: string): string => text.replace(UNSTORABLE, "\u200b");

/** Every line that is not blank, with its number. */
export function numberedLines(text: string): [number: number, line: string][] {
  const numbered = splitLines(text).map((line, index): [number, string] => [index + 1, line]);
  return numbered.filter(([, line]) => visible(line) !== "");
}

/** The lines of a pasted text. Those with a session cookie stay where they are: they never leave the browser. */
export function parseLines(text: string): { lines: { text: string; line: number }[]; cookies: string[] } {
  const lines: { text: string; line: number }[] = [];
  const cookies: string[] = [];
  for (const [line, each] of numberedLines(text)) {
    if (carriesCookie(each)) cookies.push(each);
    else lines.push({ line, text: storable(each) });
  }
  return { lines, cookies };
}

/** Why a text as a whole is not taken, "" when it is. */
export function textProblem(text: string, count: number, { maxLines, maxBytes }: { maxLines: number; maxBytes: number }) {
  // A character is at most three bytes a UTF-16 unit, so that most texts need no counting.
  if (text.length * 3 > maxBytes && new Blob([text]).size > maxBytes) return TEXT_TOO_LARGE;
  if (count === 0) return TEXT_EMPTY;
  if (count <= maxLines) return "";
  return `O texto tem ${integer(count)} linhas; o máximo é ${integer(maxLines)} por execução.`;
}

/** Whether a line holds a session cookie, and never leaves the browser. */
export function carriesCookie(line: string): boolean {
  const folded = caseFold(visible(line));
  return COOKIE_MARKERS.some((marker) => folded.includes(marker));
}

/** The form in which two logins are compared: Python's casefold. Letter by letter, since a browser looks at the place of Σ
 * in a word; ı is a letter of its own, and ẞ is ss as ß is. */
export function caseFold(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text.replace(/./gsu, (letter) => FOLDED[letter] ?? letter.toUpperCase().toLowerCase());
}

const FOLDED: Record<string, string> = { ı: "ı", ẞ: "ss" };

/** What one line says. Of a malformed one what can be told apart stays, to be completed in its cells. */
export function readLine(text: string, rule: LineRule): ReadLine {
  const line = visible(text);
  if (carriesCookie(line)) return { own: {}, error: COOKIE_REFUSED, reason: "" };
  if (line.length > MAX_LINE_CHARACTERS && [...line].length > MAX_LINE_CHARACTERS)
    return { own: {}, error: LINE_TOO_LONG, reason: "" };
  const [credentials = "", ...notes] = line.split(notePattern(rule));
  const fields = rule.rule === "first_colon" ? splitAtColon(credentials) : line.split(":").map((each) => each.trim());
  const own = Object.fromEntries(rule.order.map((name, place) => [name, fields[place] ?? ""]));
  if (rule.counts.includes(fields.length) && !fields.includes(""))
    return { own: { ...own, ...readNotes(notes, rule) }, error: "", reason: "" };
  const reason = reasonOf(fields, rule);
  // Without a separator nothing can be told apart; with too many, nothing for sure.
  return { own: reason.startsWith("Falta") ? own : {}, error: rule.error, reason };
}

function reasonOf(fields: readonly string[], { counts }: LineRule): string {
  const lacking = ["o login", "a senha", "o e-mail", "a senha do e-mail"].filter((_, place) => fields[place] === "");
  if (counts.includes(fields.length)) return `Falta ${lacking.join(" e ")}.`;
  if (fields.length === 1) return "Não há “:” entre o login e a senha.";
  return fields.length === 3 ? "Há três partes: falta a senha do e-mail?" : `Há ${fields.length} partes.`;
}

const patterns = new WeakMap<LineRule, RegExp | string>();

/** Where a note begins. Either case of a letter, spelt out as the server does: what is no label is part of the password. */
function notePattern(rule: LineRule): RegExp | string {
  const known = patterns.get(rule);
  if (known !== undefined) return known;
  const labels = [...Object.values(rule.notes).flat(), ...rule.ignoredNotes].join("|");
  const eitherCase = labels.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
  const pattern = labels === "" ? "\n" : new RegExp(`\\s\\|(?=\\s*(?:${eitherCase})\\s*:)`);
  patterns.set(rule, pattern);
  return pattern;
}

const AMOUNT = /^([0-9]{1,9}|[0-9]{1,3}(?:[.,][0-9]{3}){1,2})(?:\s*R\$)?$/;

/** What ` | Label: value` notes say; an e-mail counts only with its password. */
function readNotes(notes: readonly string[], rule: LineRule): Values {
  const values = new Map(notes.map(splitAtColon).map(([label = "", value = ""]) => [label.toLowerCase(), value]));
  const stated: Record<string, string> = {};
  for (const name in rule.notes) {
    const label = rule.notes[name]?.find((each) => values.has(each));
    const value = (label !== undefined && values.get(label)) || "";
    const read = name === "robux" ? (AMOUNT.exec(value)?.[1] ?? "").replace(/[.,]/g, "") : value;
    if (read !== "") stated[name] = read;
  }
  const { emailLogin = "", emailPassword = "", ...rest } = stated;
  return emailLogin.includes("@") && emailPassword !== "" ? { ...rest, emailLogin, emailPassword } : rest;
}

/** Both sides of the first colon, trimmed; one side where there is none. */
function splitAtColon(text: string): string[] {
  const colon = text.indexOf(":");
  return colon < 0 ? [text.trim()] : [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

const SEPARATORS = ["：", "\t", ";", "|", ",", "/", /\s+/];
const CREDENTIALS = ["login", "password", "emailLogin", "emailPassword"];

/** What a malformed line says if another separator was meant, or null. Offered, never applied unasked. */
export function splitOtherwise(text: string): Values | null {
  for (const separator of SEPARATORS) {
    const fields = visible(text)
      .split(separator)
      .map((field) => field.trim());
    const fits = fields.length === 2 || (fields.length === 4 && fields[2]?.includes("@"));
    if (fits && !fields.includes(""))
      return Object.fromEntries(fields.map((field, place) => [CREDENTIALS[place], field]));
  }
  return null;
}

const EMAIL_INSIDE = /^(.+?)[:;|,\s]+([^\s:;|,@]+@[^\s:;|,@]+\.\p{L}{2,})(?:[:;|,\s]+(\S.*))?$/u;
const PAIR_INSIDE = /^(\S+?)(?:[\s,;|]+|:)([^\s:,;|]+):([^\s:]+)$/;

/** The accounts that a password holding an e-mail or a second pair seems to say, the first one with what it has of its own;
 * null for an ordinary password. */
export function passwordParts(password: string): Values[] | null {
  const [, own = "", email = "", emailPassword = ""] = EMAIL_INSIDE.exec(password) ?? [];
  if (email !== "") return [{ password: own, emailLogin: email, emailPassword }];
  const [, first = "", login = "", second = ""] = PAIR_INSIDE.exec(password) ?? [];
  return login === "" ? null : [{ password: first }, { login, password: second }];
}
