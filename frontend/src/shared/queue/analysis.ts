/** What 'Analisar com IA' answers, and where in the text each value stands. */
import type { components } from "@/lib/schema";

type Schemas = components["schemas"];

/** At the top is the first account; `accounts` are all of them. */
export type Analysis = Schemas["BulkAnalysisDataOutput"];
/** `counts` say how many there are of what the text gives no names of. */
export type ReadAccount = Schemas["BulkAnalysedAccountOutput"];
/** Which piece of the text, on which line, gave a field its value. */
export type Origin = Schemas["BulkOriginOutput"];
export type LeftOver = Schemas["BulkLineOutput"];

export const MIN_TEXT = 10;
export const TEXT_TOO_SHORT = "O texto deve ter pelo menos 10 caracteres";

/** A stretch of a line, and the fields that it gave a value to (none: it says nothing known). */
export type Piece = { text: string; fields: readonly string[] };

/** Every line of the text in pieces, in order; joined they are the text again. */
export function pieces(text: string, provenance: readonly Origin[]): Piece[][] {
  const byLine = new Map<number, Origin[]>();
  for (const origin of provenance) byLine.set(origin.line, [...(byLine.get(origin.line) ?? []), origin]);
  return text.split(/\r\n|\r|\n/).map((line, index) => cut(line, byLine.get(index + 1) ?? []));
}

/** The label of a line that says nothing known, and the value beside it: 'Trajes épicos: 57' → 'Trajes épicos', '57'. */
export function labelled(text: string): { label: string; value: string } {
  const plain = text.replace(/^[^\p{L}\p{N}]+/u, "").trim();
  const [, label, value] = /^([^:=|]*\p{L}[^:=|]*?)\s*(?:[:=|]|\s[-–—]\s)\s*(.+)$/u.exec(plain) ?? [];
  if (label !== undefined && value !== undefined) return { label, value: value.trim() };
  const [, count, name] = /^([\d.,]+k?)\s*x?\s+(\p{L}.*)$/iu.exec(plain) ?? [];
  return count !== undefined && name !== undefined ? { label: name.trim(), value: count } : { label: plain, value: "" };
}

type Span = { start: number; end: number; fields: string[] };

function cut(line: string, origins: readonly Origin[]): Piece[] {
  const found: Piece[] = [];
  let position = 0;
  for (const { start, end, fields } of joined(origins.map((origin) => spanOf(line, origin)))) {
    if (start > position) found.push({ text: line.slice(position, start), fields: [] });
    found.push({ text: line.slice(start, end), fields });
    position = end;
  }
  if (position < line.length) found.push({ text: line.slice(position), fields: [] });
  return found;
}

/** A piece that is not found letter by letter (it was cleaned of invisible letters) is its whole line. */
function spanOf(line: string, { field, text }: Origin): Span {
  const start = line.indexOf(text);
  return start < 0
    ? { start: 0, end: line.length, fields: [field] }
    : { start, end: start + text.length, fields: [field] };
}

/** In order; those that overlap are one. */
function joined(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start < last.end) {
      last.end = Math.max(last.end, span.end);
      last.fields.push(...span.fields);
    } else {
      result.push({ ...span, fields: [...span.fields] });
    }
  }
  return result;
}
