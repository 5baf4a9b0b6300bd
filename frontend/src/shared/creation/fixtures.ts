/** Props and answers for the tests of the bulk screens, shaped as the server's. */
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import type { Game } from "@/api/client";
import type { Draft, Preview, PreviewRow } from "@/api/drafts";
import type { Run, RunRow } from "@/api/runs";
import { robloxLine } from "@/screens/roblox-bulk/parse";
import { type LineRule, parseText, verdictOf } from "@/shared/creation/lines";
import { server } from "../../../test/server";

/** The dry run of a server that reads lines by the game's rule, and finds fault with the lines given besides. */
export function dryRun(
  faults: Record<number, Partial<PreviewRow>> = {},
  answer: Partial<Preview> = {},
  rule: LineRule = robloxLine,
) {
  return http.post("/api/bulk/preview", async ({ request }) => {
    const { text } = (await request.json()) as { text: string };
    const rows = parseText(text, rule).lines.map((parsed): PreviewRow => {
      const { line, error, duplicateOf } = parsed;
      const read = { line, login: "jo••01", title: "Conta", verdict: verdictOf(parsed), error, duplicateOf };
      return {
        ...read,
        messages: [],
        findings: [],
        errors: {},
        duplicateUrl: null,
        priceEur: error === "" ? "8.70" : null,
        ...faults[line],
      };
    });
    return HttpResponse.json({ rows, totals: {}, priceEur: "8.70", digest: "d1", ...answer });
  });
}

/** A server that keeps the text of a game as ours does. */
export function keepText(game: Game, text = "", overrides: Draft["overrides"] = {}) {
  const kept = { draft: { game, version: 1, text, overrides, updatedAt: "2026-11-21T14:05:00-03:00" } as Draft };
  server.use(
    http.get("/api/bulk/text-draft", () => HttpResponse.json(kept.draft)),
    http.put("/api/bulk/text-draft", async ({ request }) => {
      if (request.headers.get("If-Match") !== `"${kept.draft.version}"`) {
        const message = "O texto foi alterado em outra aba.";
        return HttpResponse.json({ message, code: "text_changed" }, { status: 412 });
      }
      const given = (await request.json()) as Pick<Draft, "text" | "overrides">;
      kept.draft = { ...kept.draft, ...given, version: kept.draft.version + 1 };
      return HttpResponse.json(kept.draft);
    }),
  );
  return kept;
}

/** A cell of the preview by its line and the place of its column, 0 for the status. */
export function cell(line: number, column: number): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-row="${line}"][data-cell="${column}"]`);
  if (!found) throw new Error(`no cell ${column} in line ${line}`);
  return found;
}

export const CONFIG_PATH = "/api/configs/gameboost?userId=7";
export const CONFIG = { apiKey: "chave-secreta-1234", baseUrl: "https://api.gameboost.com/v1", isSystemDefault: false };

export const LIMITS = { maxLines: 5000, maxBytes: 2_097_152, maxImages: 10, maxImageMb: 5 };

export const PROVIDERS = [
  { slug: "firstmail", title: "FirstMail", domain: "firstmail.ltd", webmailUrl: "https://firstmail.ltd/webmail/login" },
  { slug: "rambler", title: "Rambler", domain: "rambler.ru", webmailUrl: "https://mail.rambler.ru" },
];

const NONE = { queued: 0, sending: 0, verifying: 0, created: 0, failed: 0, duplicate: 0, uncertain: 0, unsent: 0 };

export function aRun(changes: Partial<Omit<Run, "counts">> & { counts?: Partial<Run["counts"]> } = {}): Run {
  return {
    id: 31,
    game: "roblox",
    gameTitle: "Roblox",
    market: "gameboost:https://api.gameboost.com",
    keyHint: "••••1234",
    systemKey: false,
    training: false,
    state: "running",
    total: 8,
    settled: 3,
    pauseCode: "",
    pauseReason: "",
    keyUserId: null,
    createdAt: "2026-11-20T10:00:00-03:00",
    startedAt: "2026-11-20T10:00:01-03:00",
    finishedAt: null,
    etaSeconds: 150,
    title: "Conta Roblox - Robux e Itens",
    by: { id: 7, fullName: "Ana Souza", username: "ana.souza" },
    ...changes,
    counts: { ...NONE, ...changes.counts },
  };
}

export function aRow(changes: Partial<RunRow> = {}): RunRow {
  return {
    id: 1,
    line: 2,
    login: "jo••••02",
    title: "Conta Roblox - Robux e Itens",
    state: "failed",
    error: "Recusada pelo marketplace.",
    errors: {},
    remoteId: "",
    duplicateOf: null,
    duplicateUrl: null,
    earning: null,
    canReveal: true,
    sentAt: "2026-11-20T10:00:02-03:00",
    settledAt: "2026-11-20T10:00:03-03:00",
    withdrawal: "",
    withdrawnAt: null,
    ...changes,
  };
}

/** Presses what the question before a run asks to press, once the server has checked what is sent. */
export async function confirmRun(user: UserEvent): Promise<void> {
  const button = await screen.findByRole("button", { name: "Criar contas" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}
