/** What the server reads out of a file (POST /api/bulk/uploads/read), and what a column may be. */

import { api } from "@/lib/api";
import type { Limits } from "@/shared/creation/settings";
import type { Provider } from "@/shared/creation/webmail";
import type { Run } from "@/shared/run/run";

export type Kind = "text" | "secret" | "pair" | "count" | "amount" | "switch" | "list" | "choice" | "choices" | "rank";

export type UploadField = {
  /** Of a pair and a rank, two names with a colon between them. */
  name: string;
  label: string;
  required: boolean;
  kind: Kind;
  place: "account" | "data";
  options: string[];
  /** What people call a value, folded to letters and digits, and its name in the request. */
  words: Record<string, string>;
};

export type FileColumn = { index: number; header: string; field: string | null };

export type Reading = {
  kind: "xlsx" | "csv" | "txt";
  encoding: string;
  delimiter: string;
  sheet: string;
  sheets: string[];
  headerLine: number | null;
  columns: FileColumn[];
  rows: string[][];
  lines: number[];
  total: number;
  notices: string[];
  fields: UploadField[];
};

/** A file, or text as it was pasted; what the person decided about it. */
export type Source = { file: File | null; text: string; header: "auto" | "first" | "none"; sheet: string };

export type UploadGame = {
  slug: string;
  title: string;
  endpoint: string;
  activeRun: Run | null;
  defaults: Record<string, unknown>;
  limits: Limits;
  options: { providers: Provider[] };
};

const READ_TIMEOUT_MS = 60_000;

/** Nothing is stored: the answer is all there is. */
export function readSource(game: string, { file, text, header, sheet }: Source): Promise<Reading> {
  const asked = { game, header, sheet };
  if (file === null) return api.post<Reading>(PATH, { ...asked, text });
  const body = new FormData();
  for (const [name, value] of Object.entries(asked)) body.append(name, value);
  body.append("file", file);
  return api.post<Reading>(PATH, body, { timeoutMs: READ_TIMEOUT_MS });
}

const PATH = "/api/bulk/uploads/read";

export function templatePath(game: string, format: "csv" | "xlsx"): string {
  return `/api/bulk/uploads/template?game=${game}&format=${format}`;
}
