/** Which column is which field, and the account that a row stands for. */
import type { FileColumn, FileReading, UploadField } from "@/api/drafts";
import { parseMoney } from "@/lib/format";
import { keyOf, namesIn, type Values } from "@/shared/creation/game";

/** The field of each column by its place; null for one that is left out. */
export type Mapping = readonly (string | null)[];

/** The field goes to this column, and away from the one that had it. */
export function mapColumn(mapping: Mapping, column: number, field: string | null): Mapping {
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

/** What a cell says, by the fields it is for; several of a pair and of a rank, none of a column that is left out. */
export function cellOwn(field: UploadField | undefined, cell: string): Record<string, string> {
  const text = cell.trim();
  if (field === undefined || text === "") return {};
  const { kind, name, words } = field;
  const [first = "", second = ""] = name.split(":").map((part) => keyOf({ name: part, place: field.place }));
  switch (kind) {
    case "pair":
      return splitPair(text, first, second);
    case "rank": {
      const [tier, division] = rankOf(words, text);
      return { [first]: tier, ...(division !== null && { [second]: String(division) }) };
    }
    case "amount": {
      const currency = name === "cost" && CURRENCIES[/r\$|\$|usd|€|eur/i.exec(text)?.[0].toLowerCase() ?? ""];
      const amount = parseMoney(text.replace(/eur|usd|us\$|\$/gi, ""))?.replace(".", ",") ?? text;
      return { [first]: amount, ...(currency && { costCurrency: currency }) };
    }
    case "switch":
      return { [first]: String(switchOf(text) ?? text) };
    case "list":
      // A number in the place of names says how many there are, and names none.
      return {
        [first]: namesIn(text)
          .filter((each) => !/^\d+$/.test(each))
          .join(", "),
      };
    case "choices":
      return {
        [first]: namesIn(text)
          .map((each) => translate(words, each))
          .join(", "),
      };
    case "choice":
      return { [first]: translate(words, text) };
    default:
      return { [first]: text };
  }
}

const CURRENCIES: Record<string, string> = { r$: "BRL", $: "USD", usd: "USD", "€": "EUR", eur: "EUR" };

/** The first colon parts the two; `login:senha:email:senhadoemail` has the e-mail in it as well. */
function splitPair(text: string, first: string, second: string): Record<string, string> {
  const pieces = text.split(":").map((piece) => piece.trim());
  if (first === "login" && pieces.length === 4 && pieces[2]?.includes("@")) {
    const [login = "", password = "", emailLogin = "", emailPassword = ""] = pieces;
    return { login, password, emailLogin, emailPassword };
  }
  const [head = "", ...tail] = text.split(":");
  return { [first]: head.trim(), [second]: tail.join(":").trim() };
}

export function rowsIn({ rows, lines, fields }: FileReading, mapping: Mapping): { line: number; own: Values }[] {
  const known = new Map(fields.map((field) => [field.name, field]));
  const columns = mapping.map((name) => (name === null ? undefined : known.get(name)));
  return rows.map((cells, index) => ({
    line: lines[index] ?? index + 1,
    own: Object.assign({}, ...cells.map((cell, column) => cellOwn(columns[column], cell))) as Values,
  }));
}

const REMEMBERED = "upload-columns";

/** The mapping chosen before for a file with these columns, or the proposed one.
 * It is kept under a number made of the headers: nothing that stood in a file is in the browser's storage. */
export function startingMapping(game: string, columns: readonly FileColumn[]): Mapping {
  const proposed = columns.map(({ field }) => field);
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(game, columns)) ?? "null");
    return Array.isArray(stored) && stored.length === columns.length ? (stored as Mapping) : proposed;
  } catch {
    return proposed;
  }
}

export function rememberMapping(game: string, columns: readonly FileColumn[], mapping: Mapping): void {
  localStorage.setItem(storageKey(game, columns), JSON.stringify(mapping));
}

function storageKey(game: string, columns: readonly FileColumn[]): string {
  const headers = columns.map(({ header }) => header).join("\n");
  let sum = 5381n;
  for (const char of headers) sum = (sum * 33n + BigInt(char.codePointAt(0) ?? 0)) % 0xffffffffffffn;
  return `${REMEMBERED}:${game}:${sum.toString(36)}`;
}

const YES = new Set(["sim", "s", "yes", "y", "true", "verdadeiro", "1", "on", "x", "email", "sms", "app", "ativado"]);
const NO = new Set(["nao", "n", "no", "false", "falso", "0", "off", "none", "nenhum", "nenhuma", "desativado"]);

/** Letters and digits alone, as the server folds names: 'Ação #1' → 'acao1'. */
export function foldName(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]/gu, "");
}

function switchOf(text: string): boolean | null {
  const word = foldName(text);
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

const translate = (words: Record<string, string>, text: string): string => words[foldName(text) || text] ?? text;

const ROMAN: Record<string, number> = { i: 1, ii: 2, iii: 3 };

/** 'Ouro 2' → [Gold, 2]; a tier without a division has none. */
export function rankOf(words: Record<string, string>, text: string): [tier: string, division: number | null] {
  const match = /^(.*?)[\s#-]*([123]|i{1,3})$/i.exec(text.trim());
  const tier = match?.[1] && words[foldName(match[1])];
  if (!match || !tier) return [translate(words, text), null];
  const division = match[2] ?? "";
  return [tier, ROMAN[division.toLowerCase()] ?? Number(division)];
}
