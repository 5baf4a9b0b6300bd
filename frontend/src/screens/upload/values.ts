/** The texts of a file's cells as the values that a request has. What cannot be read goes as it is: the server says why
 * it is wrong, beside the line. */
import type { UploadField } from "@/api/drafts";
import { parseMoney } from "@/lib/format";

const YES = new Set(["sim", "s", "yes", "y", "true", "verdadeiro", "1", "on", "x", "email", "sms", "app", "ativado"]);
const NO = new Set(["nao", "n", "no", "false", "falso", "0", "off", "none", "nenhum", "nenhuma", "desativado"]);
const UNITS: Record<string, number> = { k: 1e3, mil: 1e3, m: 1e6, mi: 1e6, kk: 1e6, b: 1e9, bi: 1e9 };
const LIST_BREAK = /[,;|\n]/;

/** The value of a cell that is not blank. */
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
