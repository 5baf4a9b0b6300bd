/** Roblox's line: bulk/games/roblox in the browser. */
import { type LineField, type LineRule, type ParsedLine, parsedLine } from "@/shared/creation/lines";

const ROBUX = ["robux"];
const EXPERIENCES = ["experiences", "other experiences", "experiências", "outras experiências"];
const EMAIL = ["email", "e-mail", "email login"];
const EMAIL_PASSWORD = ["email password", "senha do email", "senha do e-mail", "senha email"];
const UNUSED = "id|total spent|premium|2fa|pending|billing|card|inventory|voice|created|rap|groupfunds|donate";
const LABELS = [...ROBUX, ...EXPERIENCES, ...EMAIL, ...EMAIL_PASSWORD, UNUSED].join("|");
// Either case of a letter, spelt out as the server does: what is no label is part of the password.
const EITHER_CASE = LABELS.replace(/[a-zê]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
const NOTE = new RegExp(`\\s\\|(?=\\s*(?:${EITHER_CASE})\\s*:)`);
const AMOUNT = /^([0-9]{1,9}|[0-9]{1,3}(?:[.,][0-9]{3}){1,2})(?:\s*R\$)?$/;

/** 'the first colon parts login from password, the rest is the password'. */
function part(number: number, line: string): ParsedLine {
  const [credentials = "", ...notes] = line.split(NOTE);
  const [login, password] = parted(credentials);
  if (login === "" || password === "") return parsedLine(number, { error: "Formato inválido. Use 'usuário:senha'" });
  return parsedLine(number, { login, password, ...described(notes) });
}

/** The same line with another login, password or e-mail; what else it says stays. */
function write(line: string, field: LineField, value: string): string {
  const [credentials = "", ...notes] = line.split(NOTE);
  const [login, password] = parted(credentials);
  const isEmail = (note: string) => EMAIL.includes(parted(note)[0].toLowerCase());
  if (field === "emailLogin" && described(notes).emailLogin === undefined) {
    const [email, emailPassword] = parted(value);
    return `${line} | Email: ${email} | Email password: ${emailPassword}`;
  }
  if (field === "emailLogin") {
    const rewritten = notes.map((note) => (isEmail(note) ? ` ${parted(note)[0]}: ${value}` : note));
    return [credentials, ...rewritten].join(" |");
  }
  const head = field === "login" ? `${value}:${password}` : `${login}:${value}`;
  return [head, ...notes].join(" |");
}

/** What `Label: value` notes say; an e-mail counts only with its password. */
function described(notes: string[]): Partial<ParsedLine> {
  const values = new Map(notes.map((note) => [parted(note)[0].toLowerCase(), parted(note)[1]]));
  const first = (labels: string[]) => labels.map((label) => values.get(label)).find((value) => value !== undefined);
  const emailLogin = first(EMAIL) ?? "";
  const emailPassword = first(EMAIL_PASSWORD) ?? "";
  return {
    robux: amount(first(ROBUX) ?? ""),
    otherExperiences: (first(EXPERIENCES) ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
    ...(emailLogin.includes("@") && emailPassword !== "" && { emailLogin, emailPassword }),
  };
}

function amount(written: string): number | null {
  const digits = AMOUNT.exec(written)?.[1];
  return digits === undefined ? null : Number(digits.replace(/[.,]/g, ""));
}

/** Both sides of the first colon, trimmed; the second is "" without one. */
function parted(text: string): [string, string] {
  const colon = text.indexOf(":");
  return colon < 0 ? [text.trim(), ""] : [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

export const robloxLine: LineRule = { part, write, fieldCounts: [2] };
