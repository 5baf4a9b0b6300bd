/** Which column is which field, and the account that a row stands for. */
import type { FileColumn, UploadField } from "@/api/drafts";
import { rankOf, readValue } from "@/screens/upload/values";

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

/** The text of a field in a row, wherever it stands. */
export function textOf(item: Item, mapping: Mapping, field: string): string {
  const column = mapping.indexOf(field);
  return (column === -1 ? item.extra[field] : item.cells[column]) ?? "";
}

/** The row with another text for a field. */
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
