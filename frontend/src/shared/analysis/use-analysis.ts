import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { analyse, teachLabel } from "@/api/drafts";
import { ApiError, messageOf } from "@/lib/errors";
import type { components } from "@/lib/schema";
import { toast } from "@/lib/toast";
import type { GameDescription } from "@/shared/creation/game";
import type { Box } from "@/shared/creation/use-box";

export type Reading = { text: string; analysis: Analysis };

/** The analysis of the pasted text, and what is taught of its labels. */
export function useAnalysis(game: GameDescription, box: Box) {
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState<Reading | null>(null);
  const analysis = useMutation({ mutationFn: (asked: string) => analyse(game, asked), meta: { silent: true } });
  const teaching = useMutation({
    mutationFn: (label: { label: string; field: string }) => teachLabel(game, label),
    meta: { silent: true },
    onError: (error) => toast.error(messageOf(error)),
  });

  /** What comes of a text is shown, unless the text was put away meanwhile. */
  const read = (asked: string) => {
    const short = asked.trim().length < MIN_TEXT;
    setProblem(short ? TEXT_TOO_SHORT : undefined);
    if (short) return;
    analysis.mutate(asked, {
      onSuccess: ({ data }) => setReading({ text: asked, analysis: data }),
      onError: (error) => toast.error(failureText(error, game)),
    });
  };
  const putAway = () => {
    analysis.reset();
    teaching.reset();
    setReading(null);
  };
  return {
    problem,
    reading,
    busy: analysis.isPending || teaching.isPending,
    setText: (typed: string) => {
      box.setText(typed);
      setProblem(undefined);
    },
    analyse: () => read(box.text),
    /** The same text read again, with what a label means learned; false when it could not be learned. */
    teach: async (label: string, field: string): Promise<boolean> => {
      if (reading === null) return false;
      const taught = teaching.mutateAsync({ label, field }, { onSuccess: () => read(reading.text) });
      return await taught.then(
        () => true,
        () => false,
      );
    },
    edit: putAway,
    /** `all` but what was written while the text was read, which stays for the next time. */
    clear: (all = true) => {
      const read = reading?.text ?? "";
      const left = box.text.startsWith(read) ? box.text.slice(read.length).trimStart() : box.text;
      box.setText(all ? "" : left);
      putAway();
      setProblem(undefined);
    },
  };
}

/** The game's own words, but those of the server where it has some for a game that answers with messages. */
function failureText(error: unknown, { words, answersWithMessage }: GameDescription): string {
  if (!answersWithMessage || !(error instanceof ApiError)) return words.analysisFailed;
  return error.status === 401 ? "Usuário não autenticado" : (error.serverMessage ?? words.analysisFailed);
}

export type AnalysisOfText = ReturnType<typeof useAnalysis>;

type Schemas = components["schemas"];

/** At the top is the first account; `accounts` are all of them. */
export type Analysis = Schemas["BulkAnalysisDataOutput"];
/** `counts` say how many there are of what the text gives no names of. */
export type ReadAccount = Schemas["BulkAnalysedAccountOutput"];
/** Which piece of the text, on which line, gave a field its value. */
export type Origin = Schemas["BulkOriginOutput"];
type Placed = Pick<Origin, "field" | "text" | "line">;
/** Of all that was read of an account, its price too, which is a field of its own in the answer. */
export function originsOf({ provenance, price }: ReadAccount): readonly Origin[] {
  if (!price) return provenance;
  return [...provenance, { ...price.provenance, field: "price", value: price.amount, confidence: 1, check: false }];
}

export type LeftOver = Schemas["BulkLineOutput"];

const MIN_TEXT = 10;
const TEXT_TOO_SHORT = "O texto deve ter pelo menos 10 caracteres";

/** A stretch of a line, and the fields that it gave a value to (none: it says nothing known). */
export type Piece = { text: string; fields: readonly string[] };

/** Every line of the text in pieces, in order; joined they are the text again. */
export function pieces(text: string, provenance: readonly Placed[]): Piece[][] {
  const byLine = new Map<number, Placed[]>();
  for (const origin of provenance) byLine.set(origin.line, [...(byLine.get(origin.line) ?? []), origin]);
  return text.split(/\r\n|\r|\n/).map((line, index) => splitLine(line, byLine.get(index + 1) ?? []));
}

/** The label of a line that says nothing known, and the value beside it: 'Trajes épicos: 57' → 'Trajes épicos', '57'. */
export function splitLabel(text: string): { label: string; value: string } {
  const plain = text.replace(/^[^\p{L}\p{N}]+/u, "").trim();
  const [, label, value] = /^([^:=|]*\p{L}[^:=|]*?)\s*(?:[:=|]|\s[-–—]\s)\s*(.+)$/u.exec(plain) ?? [];
  if (label !== undefined && value !== undefined) return { label, value: value.trim() };
  const [, count, name] = /^([\d.,]+k?)\s*x?\s+(\p{L}.*)$/iu.exec(plain) ?? [];
  return count !== undefined && name !== undefined ? { label: name.trim(), value: count } : { label: plain, value: "" };
}

type Span = { start: number; end: number; fields: string[] };

function splitLine(line: string, origins: readonly Placed[]): Piece[] {
  const found: Piece[] = [];
  let position = 0;
  for (const { start, end, fields } of mergeSpans(origins.map((origin) => spanOf(line, origin)))) {
    if (start > position) found.push({ text: line.slice(position, start), fields: [] });
    found.push({ text: line.slice(start, end), fields });
    position = end;
  }
  if (position < line.length) found.push({ text: line.slice(position), fields: [] });
  return found;
}

/** A piece that is not shown, or not found letter by letter (it was cleaned of invisible letters), is its whole line. */
function spanOf(line: string, { field, text }: Placed): Span {
  const start = text === "" ? -1 : line.indexOf(text);
  return start < 0
    ? { start: 0, end: line.length, fields: [field] }
    : { start, end: start + text.length, fields: [field] };
}

/** In order; those that overlap are one. */
function mergeSpans(spans: Span[]): Span[] {
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
