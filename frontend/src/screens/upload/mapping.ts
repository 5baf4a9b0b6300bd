/** Which column is which field, and the account that a row stands for. */
import type { FileColumn, UploadField } from "@/api/drafts";
import { parseMoney } from "@/lib/format";

/** The field of each column by its place; null for one that is left out. */
export type Mapping = readonly (string | null)[];

/** One line of the file. `extra` has what the person added beyond its columns, by field. */
export type Item = { id: string; line: number; cells: readonly string[]; extra: Readonly<Record<string, string>> };

/** The field goes to this column, and away from the one that had it. */
export function mapped(mapping: Mapping, column: number, field: string | null): Mapping {
  return mapping.map((each, index) => {
    if (index === column) return field;
    return each === field ? null : each;
  });
}

/** What the mapping still lacks for an account, in words; "" when nothing. */
export function missingText(mapping: Mapping): string {
  const has = (name: string) => mapping.includes(name) || mapping.includes("login:password");
  const missing = [!has("login") && "Login", !has("password") && "Senha"].filter(Boolean);
  if (missing.length === 0) return "";
  return `Indique a coluna de ${missing.join(" e de ")}, ou a que tem “login:senha”.`;
}

export function textOf(item: Item, mapping: Mapping, field: string): string {
  const column = mapping.indexOf(field);
  return (column === -1 ? item.extra[field] : item.cells[column]) ?? "";
}

export function withText(item: Item, mapping: Mapping, field: string, text: string): Item {
  const column = mapping.indexOf(field);
  if (column === -1) return { ...item, extra: { ...item.extra, [field]: text } };
  return { ...item, cells: item.cells.map((cell, index) => (index === column ? text : cell)) };
}

/** The account of a request (POST /api/bulk/preview): what is blank is not stated. */
export function accountOf(item: Item, mapping: Mapping, fields: readonly UploadField[]): Record<string, unknown> {
  const account: Record<string, unknown> = {};
  const data: Record<string, unknown> = {};
  for (const field of fields) {
    const text = textOf(item, mapping, field.name).trim();
    if (text === "") continue;
    Object.assign(field.place === "data" ? data : account, statedBy(field, text));
  }
  return { line: item.line, ...account, ...(Object.keys(data).length > 0 && { account_data: data }) };
}

function statedBy(field: UploadField, text: string): Record<string, unknown> {
  const [first = "", second = ""] = field.name.split(":");
  if (field.kind === "pair") return parted(text, first, second);
  if (field.kind === "rank") {
    const [tier, division] = rankOf(field.words, text);
    return { [first]: tier, ...(division !== null && { [second]: division }) };
  }
  const value = readValue(field, text);
  return Array.isArray(value) && value.length === 0 ? {} : { [field.name]: value };
}

/** The first colon parts the two; `login:senha:email:senhadoemail` has the e-mail in it as well. */
function parted(text: string, first: string, second: string): Record<string, unknown> {
  const pieces = text.split(":").map((piece) => piece.trim());
  if (first === "login" && pieces.length === 4 && pieces[2]?.includes("@")) {
    const [login, password, emailLogin, emailPassword] = pieces;
    return { login, password, emailLogin, emailPassword };
  }
  const [head = "", ...tail] = text.split(":");
  return { [first]: head.trim(), [second]: tail.join(":").trim() };
}

/** Why the browser holds a row back, "" when it does not. */
export function rowProblem(account: Record<string, unknown>): string {
  if (!account.login && !account.password) return "Falta o login e a senha.";
  if (!account.login) return "Falta o login.";
  if (!account.password) return "Falta a senha.";
  return String(account.login).includes("••••") ? "O login está mascarado: preencha-o com o login verdadeiro." : "";
}

const REMEMBERED = "upload-columns";

/** The mapping chosen before for a file with these columns, or the proposed one.
 *
 * It is kept under a number made of the headers: nothing that stood in a file is in the browser's storage.
 */
export function startingMapping(game: string, columns: readonly FileColumn[]): Mapping {
  const proposed = columns.map(({ field }) => field);
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(game, columns)) ?? "null");
    return Array.isArray(kept) && kept.length === columns.length ? (kept as Mapping) : proposed;
  } catch {
    return proposed;
  }
}

export function rememberMapping(game: string, columns: readonly FileColumn[], mapping: Mapping): void {
  localStorage.setItem(keyOf(game, columns), JSON.stringify(mapping));
}

function keyOf(game: string, columns: readonly FileColumn[]): string {
  const headers = columns.map(({ header }) => header).join("\n");
  let sum = 5381n;
  for (const char of headers) sum = (sum * 33n + BigInt(char.codePointAt(0) ?? 0)) % 0xffffffffffffn;
  return `${REMEMBERED}:${game}:${sum.toString(36)}`;
}

const YES = new Set(["sim", "s", "yes", "y", "true", "verdadeiro", "1", "on", "x", "email", "sms", "app", "ativado"]);
const NO = new Set(["nao", "n", "no", "false", "falso", "0", "off", "none", "nenhum", "nenhuma", "desativado"]);
const UNITS: Record<string, number> = { k: 1e3, mil: 1e3, m: 1e6, mi: 1e6, kk: 1e6, b: 1e9, bi: 1e9 };
const LIST_BREAK = /[,;|\n]/;

/** The value of a cell that is not blank. What cannot be read goes as it is: the server says why it is wrong, beside the
 * line. */
export function readValue({ kind, words }: UploadField, text: string): unknown {
  switch (kind) {
    case "count":
      return countOf(text) ?? text;
    case "amount":
      return amountOf(text) ?? text;
    case "switch":
      return switchOf(text) ?? text;
    case "list":
      return listOf(text);
    case "choices":
      return listOf(text).map((name) => known(words, name));
    case "choice":
      return known(words, text);
    default:
      return text;
  }
}

/** Letters and digits alone, as the server folds names: 'Ação #1' → 'acao1'. */
export function folded(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]/gu, "");
}

/** 1.250, 1,250, 12.4M, 2,5k, 1e6, '350 R$' → a whole number; null for anything else. */
export function countOf(text: string): number | null {
  const match = /^([\d.,]+(?:e\+?\d+)?)\s*([a-z]*)$/.exec(text.replace(/r\$/i, "").trim().toLowerCase());
  if (match === null) return null;
  const [, digits = "", unit = ""] = match;
  const factor = unit === "" ? 1 : UNITS[unit];
  if (factor === undefined) return null;
  const count = Math.round(Number(plainNumber(digits, factor > 1)) * factor);
  return Number.isSafeInteger(count) ? count : null;
}

/** "1.250": grouped thousands, unless a unit follows, which makes the mark a decimal one. */
function plainNumber(digits: string, scaled: boolean): string {
  if (/^\d{1,3}([.,]\d{3})+$/.test(digits) && !(scaled && digits.split(/[.,]/).length === 2)) {
    return digits.replace(/[.,]/g, "");
  }
  return digits.includes(",") ? digits.replaceAll(".", "").replace(",", ".") : digits;
}

const amountOf = (text: string): string | null => parseMoney(text.replace(/eur|usd|us\$|\$/gi, ""));

function switchOf(text: string): boolean | null {
  const word = folded(text);
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

/** Names; a number in their place says how many there are, not what they are called, and names none. */
function listOf(text: string): string[] {
  const names = text.split(LIST_BREAK).map((name) => name.trim());
  return names.filter((name) => name !== "" && !/^\d+$/.test(name));
}

const known = (words: Record<string, string>, text: string): string => words[folded(text)] ?? text;

const ROMAN: Record<string, number> = { i: 1, ii: 2, iii: 3 };

/** 'Ouro 2' → [Gold, 2]; a tier without a division has none. */
export function rankOf(words: Record<string, string>, text: string): [tier: string, division: number | null] {
  const match = /^(.*?)[\s#-]*([123]|i{1,3})$/i.exec(text.trim());
  const tier = match?.[1] && words[folded(match[1])];
  if (!match || !tier) return [known(words, text), null];
  const division = match[2] ?? "";
  return [tier, ROMAN[division.toLowerCase()] ?? Number(division)];
}
