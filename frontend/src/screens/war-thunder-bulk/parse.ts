/** War Thunder's line: bulk/games/war_thunder in the browser. */
import { type LineField, type LineRule, type ParsedLine, parsedLine } from "@/shared/creation/lines";

const FORMAT_ERROR = "Formato inválido. Use: login:senha ou login:senha:email:senhadoemail";
const FIELD_COUNTS = [2, 4];

/** 'exactly 2 or 4 fields; the e-mail field is not checked further'. */
function part(number: number, line: string): ParsedLine {
  const fields = line.split(":").map((field) => field.trim());
  if (!FIELD_COUNTS.includes(fields.length) || fields.includes("")) return parsedLine(number, { error: FORMAT_ERROR });
  const [login, password, emailLogin = "", emailPassword = ""] = fields;
  return parsedLine(number, { login, password, emailLogin, emailPassword });
}

const PLACES: Record<LineField, number> = { login: 0, password: 1, emailLogin: 2 };

function write(line: string, field: LineField, value: string): string {
  const fields = line.split(":");
  if (field === "emailLogin" && fields.length === 2) return `${line}:${value}`;
  return fields.map((each, place) => (place === PLACES[field] ? value : each)).join(":");
}

export const warThunderLine: LineRule = { part, write, fieldCounts: FIELD_COUNTS };
