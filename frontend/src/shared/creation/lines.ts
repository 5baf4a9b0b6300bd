/** Pasted text cut into lines with a verdict each: bulk/games/lines.py in the browser, held to it by the golden cases. */

import type { Game } from "@/api/client";
import type { CreationPath } from "@/api/runs";
import { integer } from "@/lib/format";

const MAX_LINES = 5000;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_LINE_CHARACTERS = 1000;

/** One non-blank line; `line` counts from 1 in the text as pasted. Of a malformed or refused one nothing is kept. */
export type ParsedLine = {
  line: number;
  login: string;
  password: string;
  emailLogin: string;
  emailPassword: string;
  /** "" for a valid line. */
  error: string;
  /** The earlier line that has the same login. */
  duplicateOf: number | null;
  robux: number | null;
  otherExperiences: string[];
};

export type Verdict = "valid" | "invalid" | "duplicate";

/** What of a line can be rewritten by itself. */
export type LineField = "login" | "password" | "emailLogin";

export type LineRule = {
  /** The documented rule for one cleaned, non-blank line. */
  part: (number: number, line: string) => ParsedLine;
  /** A line that could be parted with one of its fields rewritten, the rest left as it is. Where it has no e-mail, that
   * is written together with its password, as email:senhadoemail. */
  write: (line: string, field: LineField, value: string) => string;
  /** How many fields a line may have, for suggesting another separator. */
  fieldCounts: number[];
};

type ParsedText = {
  lines: ParsedLine[];
  /** Why the text as a whole cannot be sent, or null. The lines are then empty. */
  problem: string | null;
};

const COOKIE_REFUSED = "Linha recusada: contém um cookie de sessão do Roblox. Cole apenas login e senha.";
const LINE_TOO_LONG = "Linha muito longa: use no máximo 1.000 caracteres.";
const TEXT_TOO_LARGE = "O texto passa de 2 MB. Divida as contas em mais de uma execução.";
export const TEXT_EMPTY = "Por favor, insira os detalhes das contas para análise.";

// Control characters, lone surrogates, soft hyphen, zero-width and direction marks, BOM: nobody types them.
const INVISIBLE =
  /(?![\t\n\r])\p{Cc}|\p{Cs}|\u00ad|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2064]|[\u2066-\u2069]|\ufeff/gu;
const LINE_BREAK = /\r\n|\r|\n/;
const LINE_BREAKS_KEPT = /(\r\n|\r|\n)/;
const COOKIE_MARKERS = ["warning:-do-not-share-this", "roblosecurity"];
// NUL and halves of surrogate pairs: no request may have them.
const UNSTORABLE = /\0|\p{Cs}/gu;

export function parseText(text: string, rule: LineRule): ParsedText {
  if (isTooLarge(text)) return { lines: [], problem: TEXT_TOO_LARGE };
  const lines = numberedLines(text);
  if (lines.length === 0) return { lines: [], problem: TEXT_EMPTY };
  if (lines.length > MAX_LINES) {
    const problem = `O texto tem ${integer(lines.length)} linhas; o máximo é ${integer(MAX_LINES)} por execução.`;
    return { lines: [], problem };
  }
  return { lines: markDuplicates(lines.map(([number, line]) => read(number, line, rule))), problem: null };
}

export function verdictOf({ error, duplicateOf }: ParsedLine): Verdict {
  if (error === "") return "valid";
  return duplicateOf === null ? "invalid" : "duplicate";
}

/** The lines a run would take: neither blank, nor malformed, nor repeated. */
export const validLines = (lines: readonly ParsedLine[]): ParsedLine[] => lines.filter((each) => each.error === "");

export function parsedLine(line: number, fields: Partial<ParsedLine>): ParsedLine {
  return {
    login: "",
    password: "",
    emailLogin: "",
    emailPassword: "",
    error: "",
    duplicateOf: null,
    robux: null,
    otherExperiences: [],
    ...fields,
    line,
  };
}

/** How many lines are not blank; what the counter beside the text shows. */
export const countLines = (text: string): number => numberedLines(text).length;

/** The lines as they stand in the text; number n is at n - 1. */
export const splitLines = (text: string): string[] => text.split(LINE_BREAK);

/** The text with some lines, by number, replaced; every other character, line breaks included, is left alone. */
export function replaceLines(text: string, replacements: ReadonlyMap<number, string>): string {
  const pieces = text.split(LINE_BREAKS_KEPT);
  for (const [number, line] of replacements) pieces[(number - 1) * 2] = line.replace(/[\r\n]+/g, " ");
  return pieces.join("");
}

/** The text as the server takes it, line for line. It judges every line; those with a session cookie stay here. */
export function forServer(text: string, lines: readonly ParsedLine[]): string {
  const cookies = lines.filter(hasCookie).map(({ line }) => line);
  const kept = cookies.length > 0 ? blankedLines(text, cookies) : text;
  // Taken out, such a character could join the two halves of a line break; one that nobody sees keeps them apart.
  return kept.replace(UNSTORABLE, "\u200b");
}

/** Whether the line never leaves the browser. */
export const hasCookie = ({ error }: ParsedLine): boolean => error === COOKIE_REFUSED;

/** The text with the given lines blank, so that the others keep their numbers. */
export function blankedLines(text: string, lines: Iterable<number>): string {
  return replaceLines(text, new Map([...lines].map((line) => [line, ""])));
}

/** What is left of the text without the given lines and the blank ones. */
export function withoutLines(text: string, lines: ReadonlySet<number>): string {
  return splitLines(text)
    .filter((line, index) => visible(line) !== "" && !lines.has(index + 1))
    .join("\n");
}

/** The form in which two logins are compared: Python's casefold. Letter by letter, since a browser looks at the place of Σ
 * in a word; ı is a letter of its own, and ẞ is ss as ß is. */
export function fold(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text.replace(/./gsu, (letter) => FOLDED[letter] ?? letter.toUpperCase().toLowerCase());
}

const BEYOND_ASCII = /[^\t -~]/;
const FOLDED: Record<string, string> = { ı: "ı", ẞ: "ss" };

const OTHER_SEPARATORS = ["：", "\t", ";", "|", ","];

/** The malformed line with the separator it probably meant, or null. Offered to the person, never applied unasked. */
export function suggestion(line: string, rule: LineRule): string | null {
  for (const separator of OTHER_SEPARATORS) {
    const fields = visible(line)
      .split(separator)
      .map((field) => field.trim());
    if (fields.length < 2 || !rule.fieldCounts.includes(fields.length)) continue;
    const candidate = fields.join(":");
    if (read(1, candidate, rule).error === "") return candidate;
  }
  return null;
}

function numberedLines(text: string): [number, string][] {
  const lines: [number, string][] = [];
  for (const [index, line] of splitLines(text).entries()) {
    const cleaned = visible(line);
    if (cleaned !== "") lines.push([index + 1, cleaned]);
  }
  return lines;
}

const visible = (text: string): string => text.replace(INVISIBLE, "").trim();

function read(number: number, line: string, rule: LineRule): ParsedLine {
  const error = refusal(line);
  return error === "" ? rule.part(number, line) : parsedLine(number, { error });
}

/** Whether a line of any text holds a session cookie. */
export function carriesCookie(line: string): boolean {
  const folded = fold(line);
  return COOKIE_MARKERS.some((marker) => folded.includes(marker));
}

function refusal(line: string): string {
  if (carriesCookie(line)) return COOKIE_REFUSED;
  return line.length > MAX_LINE_CHARACTERS && [...line].length > MAX_LINE_CHARACTERS ? LINE_TOO_LONG : "";
}

function markDuplicates(lines: ParsedLine[]): ParsedLine[] {
  const first = new Map<string, number>();
  return lines.map((parsed) => {
    if (parsed.error !== "") return parsed;
    const login = fold(parsed.login);
    const earlier = first.get(login);
    if (earlier !== undefined)
      return { ...parsed, duplicateOf: earlier, error: `Login duplicado: já está na linha ${earlier}.` };
    first.set(login, parsed.line);
    return parsed;
  });
}

function isTooLarge(text: string): boolean {
  // A character is at most three bytes a UTF-16 unit, so that most texts need no counting.
  return text.length * 3 > MAX_BYTES && new Blob([text]).size > MAX_BYTES;
}

/** What differs between the screens whose accounts are pasted a line each. */
export type BulkGame = {
  slug: Game;
  endpoint: CreationPath;
  rule: LineRule;
  analyseLabel: string;
  format: string;
  placeholder: string;
};
