/** What of a creation is kept on the server or checked by it: texts, queues, dry runs, uploads, analyses. */
import { addressOf, api, type Game, type Schemas } from "@/api/client";
import { pathQuery } from "@/api/query";
import { currentUser } from "@/lib/app-context";

/** The lines of a game: encrypted, their owner's alone, for a week. */
export type Draft = Schemas["BulkTextDraftOutput"];
/** The queue of a game: encrypted, its owner's alone, for a week. */
export type QueueOutput = Schemas["BulkQueueOutput"];
export type Preview = Schemas["BulkPreviewOutput"];
export type PreviewRow = Schemas["BulkPreviewRowOutput"];
/** A seller rule that a listing breaks. `fine` is the documented one in euros for each listing; null where none is. */
export type Finding = Schemas["BulkFindingOutput"];
/** What the server reads out of a file, and what a column of it may be. */
export type Reading = Schemas["BulkReadOutput"];
export type UploadField = Schemas["BulkFieldOutput"];
export type FileColumn = Schemas["BulkColumnOutput"];
export type AnalysisPath = "/api/fortnite/analyze" | "/api/valorant/analyze";

const READ_TIMEOUT_MS = 60_000;

export const draftQuery = (game: Game) => pathQuery("/api/bulk/text-draft", { query: { game } });
export const readDraft = (game: Game) => api.get("/api/bulk/text-draft", { query: { game } });

/** Replaces the text that was read at `version`; the server refuses with 412 when it has changed since. */
export const writeDraft = (game: Game, version: number, body: Pick<Draft, "text" | "overrides">) =>
  api.put("/api/bulk/text-draft", { query: { game }, body, headers: matching(version) });
export const queueQuery = (game: Game) => pathQuery("/api/bulk/queue", { query: { game } });
export const readQueue = (game: Game) => api.get("/api/bulk/queue", { query: { game } });

/** Replaces the queue that was read at `version`; the server refuses with 412 when it has changed since. */
export const writeQueue = (game: Game, version: number, entries: Schemas["BulkQueueInputRequest"]["entries"]) =>
  api.put("/api/bulk/queue", { query: { game }, body: { entries }, headers: matching(version) });

const matching = (version: number) => ({ "If-Match": `"${version}"` });

export const previewRun = (body: Schemas["BulkPreviewInputRequest"], signal: AbortSignal) =>
  api.post("/api/bulk/preview", { body, signal });

/** A file, or text as it was pasted; what the person decided about it. */
export type Source = { file: File | null; text: string; header: "auto" | "first" | "none"; sheet: string };

/** Nothing is stored: the answer is all there is. */
export function readSource(game: Game, { file, text, header, sheet }: Source) {
  const asked = { game, header, sheet };
  if (file === null) return api.post("/api/bulk/uploads/read", { body: { ...asked, text } });
  const body = new FormData();
  for (const [name, value] of Object.entries(asked)) body.append(name, value);
  body.append("file", file);
  return api.post("/api/bulk/uploads/read", { body, timeoutMs: READ_TIMEOUT_MS });
}

export const uploadTemplateHref = (game: Game, format: "csv" | "xlsx"): string =>
  addressOf("/api/bulk/uploads/template", { query: { game, format } });
export const analyse = (path: AnalysisPath, text: string) =>
  api.post(path, { body: { text, userId: currentUser().id } });

export const teachLabel = (body: Schemas["BulkLabelInputRequest"]) => api.post("/api/analysis/labels", { body });
