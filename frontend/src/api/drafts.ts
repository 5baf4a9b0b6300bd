/** What of a creation is kept on the server or checked by it: texts, queues, dry runs, uploads, analyses. */
import { api, type Game, type PathWith, pathQuery, type Schemas } from "@/api/client";
import { currentUser } from "@/lib/app-context";

/** A text that was not read yet and a form as it is typed: encrypted, their owner's alone, for a week. */
export type Draft = Schemas["BulkTextDraftOutput"];
type DraftContent = { text: string; settings: Record<string, unknown> };
/** The accounts of a game that were not created yet, kept in the same way. */
export type QueueOutput = Schemas["BulkQueueOutput"];
export type Preview = Schemas["BulkPreviewOutput"];
export type PreviewRow = Schemas["BulkPreviewRowOutput"];
/** A seller rule that a listing breaks. `fine` is the documented one in euros for each listing; null where none is. */
export type Finding = Schemas["BulkFindingOutput"];
/** What the server reads out of a file, and what a column of it may be. */
export type FileReading = Schemas["BulkReadOutput"];
export type UploadField = Schemas["BulkFieldOutput"];
export type FileColumn = Schemas["BulkColumnOutput"];
type AnalysisPath = Extract<PathWith<"post">, `${string}/analyze`>;

export const draftKeys = {
  one: (kind: "preview" | "source", game: Game, number: number) => ["bulk", kind, game, number],
};

const READ_TIMEOUT_MS = 60_000;

export const draftQuery = (game: Game) => pathQuery("/api/bulk/text-draft", { query: { game } });

export const readDraft = (game: Game) => api.get("/api/bulk/text-draft", { query: { game } });

/** Replaces what was read at `version`. When it has changed since, the server refuses with 412, or merges where `base` says
 * what the change was made to. */
export const writeDraft = (game: Game, version: number, body: DraftContent & { base?: DraftContent }) =>
  api.put("/api/bulk/text-draft", { query: { game }, body, headers: ifMatch(version) });
export const queueQuery = (game: Game) => ({
  ...pathQuery("/api/bulk/queue", { query: { game } }),
  structuralSharing: false,
});

/** As `writeDraft`. */
export const writeQueue = (game: Game, version: number, body: Partial<Schemas["BulkQueueInputRequest"]>) =>
  api.put("/api/bulk/queue", { query: { game }, body, headers: ifMatch(version) });

const ifMatch = (version: number) => ({ "If-Match": `"${version}"` });

export const previewRun = (body: Schemas["BulkPreviewInputRequest"], signal: AbortSignal) =>
  api.post("/api/bulk/preview", { body, signal });

/** A file, or text as it was pasted; what the person decided about it. */
export type Source = { file: File | null; text: string; header: "auto" | "first" | "none"; sheet: string };

/** Nothing is stored: the answer is all there is. */
export async function readSource(game: Game, { file, text, header, sheet }: Source) {
  const asked = { game, header, sheet };
  if (file === null) return api.post("/api/bulk/uploads/read", { body: { ...asked, text } });
  // A browser reads no file that was saved anew since it was chosen, and would call that a lost connection.
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(Boolean, () => false);
  if (!isReadable) throw new Error("O arquivo mudou depois de escolhido. Escolha-o de novo.");
  const body = new FormData();
  for (const [name, value] of Object.entries(asked)) body.append(name, value);
  body.append("file", file);
  return api.post("/api/bulk/uploads/read", { body, timeoutMs: READ_TIMEOUT_MS });
}

/** Where texts of a game are analysed; null where they are not. */
export type GameAnalysis = { slug: Schemas["GameEnum"]; analyse: AnalysisPath } | { slug: Game; analyse: null };

function requireAnalysis(game: GameAnalysis) {
  if (game.analyse === null) throw new Error("texts of this game are not analysed");
  return game;
}

export const analyse = (game: GameAnalysis, text: string) =>
  api.post(requireAnalysis(game).analyse, { body: { text, userId: currentUser().id } });

export const teachLabel = (game: GameAnalysis, label: { label: string; field: string }) =>
  api.post("/api/analysis/labels", { body: { game: requireAnalysis(game).slug, ...label } });
