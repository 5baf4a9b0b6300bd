/** A creator as its tests open it: the games as the server describes them, its answers, a server that keeps drafts. */
import { screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import type { Game } from "@/api/client";
import type { Draft, Preview, PreviewRow, QueueOutput } from "@/api/drafts";
import type { Run, RunRow } from "@/api/runs";
import { Creator } from "@/shared/creation/creator";
import { asEntry, type Entry } from "@/shared/creation/entries";
import type { CreatorPage } from "@/shared/creation/game";
import { GAMES, type Slug } from "@/shared/creation/golden.fixture";
import { caseFold, readLine } from "@/shared/creation/lines";
import { ANA, renderScreen, signIn } from "../../../test/render";
import { server } from "../../../test/server";

export const PAY = { perAccountWithBonus: "3.00", label: "R$ 3,00 por conta" };
export const CONFIG_PATH = "/api/configs/gameboost?userId=7";
export const CONFIG = { apiKey: "chave-secreta-1234", baseUrl: "https://api.gameboost.com/v1", isSystemDefault: false };

type Account = Record<string, unknown> & { line: number; text?: string; login?: string; password?: string };

const ROW: Omit<PreviewRow, "line"> = {
  ...{ login: "", title: "", verdict: "valid", error: "", messages: [], findings: [], errors: {} },
  ...{ priceEur: null, pay: null, duplicateOf: null, duplicateUrl: null, services: [] },
};

/** The whole answer of a dry run. */
export function previewOf(rows: Partial<PreviewRow>[], changes: Partial<Preview> = {}): Preview {
  const whole = rows.map((row, index) => ({ line: index + 1, ...ROW, ...row }));
  const sendable = whole.filter(({ verdict }) => verdict === "valid" || verdict === "warning").length;
  return {
    rows: whole,
    totals: { total: rows.length, valid: sendable, invalid: 0, duplicate: 0, warning: 0, sendable },
    ...{ priceEur: "8.70", totalEur: (sendable * 8.7).toFixed(2), totalPay: (sendable * 3).toFixed(2) },
    ...{ markets: [], warnings: [], digest: "d1" },
    ...changes,
  };
}

/** The dry run of a server that reads lines by the game's rule, and finds fault with the lines given besides. */
export function dryRun(
  faults: Record<number, Partial<PreviewRow>> = {},
  answer: Partial<Preview> = {},
  slug: Slug = "roblox",
) {
  return http.post("/api/bulk/preview", async ({ request }) => {
    const { accounts } = (await request.json()) as { accounts: Account[] };
    const first = new Map<string, number>();
    const rows = accounts.map(({ line, text, login = "", password = "" }): Partial<PreviewRow> => {
      const read =
        text === undefined
          ? { own: { login, password }, error: password ? "" : "Falta a senha." }
          : readLine(text, GAMES[slug].lines);
      const known = caseFold(String(read.own.login ?? ""));
      const earlier = read.error === "" ? (first.get(known) ?? null) : null;
      if (read.error === "" && earlier === null) first.set(known, line);
      const error = earlier === null ? read.error : `Login duplicado: já está na linha ${earlier}.`;
      const verdict = earlier === null ? (error === "" ? "valid" : "invalid") : "duplicate";
      const priceEur = error === "" ? "8.70" : null;
      const answer = { services: error === "" ? ["gameboost"] : [], priceEur, pay: priceEur && "3.00" };
      return { line, login: "jo••01", title: "Conta", verdict, error, duplicateOf: earlier, ...answer, ...faults[line] };
    });
    return HttpResponse.json(previewOf(rows, answer));
  });
}

type EntryOutput = QueueOutput["entries"][number];

export function anEntry(id: string, own: object = {}, changes: Partial<EntryOutput> = {}): EntryOutput {
  const stated = {
    title: `Conta ${id}`,
    login: `login-${id}`,
    password: "Exemplo#123",
    emailDomain: "firstmail",
    price: "25",
    ...own,
  };
  const account = { line: id.charCodeAt(0) - 96, text: "", own: stated };
  return { id, account, sent: null, state: null, error: "", errors: {}, conflict: false, ...changes };
}

/** As bulk/intake/merging.py does it. */
function mergeQueues(
  base: readonly EntryOutput[],
  theirs: readonly EntryOutput[],
  mine: readonly EntryOutput[],
): EntryOutput[] {
  const serialize = (entry?: EntryOutput) => JSON.stringify(entry && [entry.account, entry.sent]);
  const of = (entries: readonly EntryOutput[], id: string) => entries.find((each) => each.id === id);
  const ids = new Set([...mine, ...theirs].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [was, there, here] = [of(base, id), of(theirs, id), of(mine, id)];
    const changed = [there, here].filter((each) => each && serialize(each) !== serialize(was)) as EntryOutput[];
    if (changed.length === 2 && serialize(there) !== serialize(here))
      return [there as EntryOutput, { ...(here as EntryOutput), id: `${id}-2`, conflict: true }];
    if (changed.length > 0) return changed.slice(0, 1);
    return there && here ? [there] : [];
  });
}

/** A server that keeps the list and the text of a game as ours does. */
export function keepDrafts(game: Game, entries: readonly EntryOutput[] = [], draft: Partial<Draft> = {}) {
  const kept = {
    queue: { game, version: 1, entries: [...entries] } as QueueOutput,
    draft: {
      game,
      screen: "creator",
      version: 1,
      text: "",
      overrides: {},
      settings: {},
      conflicts: [],
      updatedAt: null,
      ...draft,
    } as unknown as Draft,
    /** What was written to the list, the last one last. */
    writes: [] as QueueOutput[],
    accounts: (): Entry[] => kept.queue.entries.map(asEntry),
  };
  const changed = { message: "Alterado em outra aba.", code: "changed" };
  const isCurrent = (request: Request, version: number) => request.headers.get("If-Match") === `"${version}"`;
  server.use(
    http.get("/api/bulk/queue", () => HttpResponse.json(kept.queue)),
    http.put("/api/bulk/queue", async ({ request }) => {
      const given = (await request.json()) as QueueOutput & { base?: EntryOutput[] };
      if (!isCurrent(request, kept.queue.version) && !given.base) return HttpResponse.json(changed, { status: 412 });
      const entries = given.base ? mergeQueues(given.base, kept.queue.entries, given.entries) : given.entries;
      const stored = entries.map((entry) => ({
        ...anEntry(entry.id),
        ...entry,
        state: entry.sent ? ("queued" as const) : null,
      }));
      kept.writes.push(given);
      kept.queue = { ...kept.queue, version: kept.queue.version + 1, entries: stored };
      return HttpResponse.json(kept.queue);
    }),
    http.get("/api/bulk/text-draft", () => HttpResponse.json(kept.draft)),
    http.put("/api/bulk/text-draft", async ({ request }) => {
      const { base, ...given } = (await request.json()) as Draft & { base?: object };
      if (!isCurrent(request, kept.draft.version) && !base) return HttpResponse.json(changed, { status: 412 });
      const text = isCurrent(request, kept.draft.version) ? given.text : `${kept.draft.text}\n${given.text}`;
      kept.draft = { ...kept.draft, ...given, text, version: kept.draft.version + 1 };
      return HttpResponse.json(kept.draft);
    }),
  );
  return kept;
}

export type Kept = ReturnType<typeof keepDrafts>;

/** The first answers that a page brings. */
export const seedsOf = (kept: Kept, config: object | null = CONFIG) => ({
  [CONFIG_PATH]: config,
  [`/api/bulk/queue?game=${kept.queue.game}`]: kept.queue,
  [`/api/bulk/text-draft?game=${kept.queue.game}`]: kept.draft,
});

export function open(
  slug: Slug,
  changes: Partial<CreatorPage> = {},
  config: object | null = CONFIG,
  kept = keepDrafts(slug),
) {
  history.replaceState(null, "", `/${slug}-bulk`);
  signIn(ANA);
  const actions = document.createElement("div");
  actions.id = "page-actions";
  document.body.append(actions);
  const page = { game: GAMES[slug], pay: PAY, usdEurRate: "0.8700", activeRun: null, lastRun: null, ...changes };
  const { client, unmount } = renderScreen(<Creator {...page} />, seedsOf(kept, config));
  return { user: userEvent.setup(), kept, client, unmount };
}

export const textArea = () => screen.getByLabelText("Detalhes das contas");

export async function paste(user: UserEvent, text: string) {
  if (!screen.queryByLabelText("Detalhes das contas"))
    await user.click(screen.getByRole("tab", { name: "Colar contas" }));
  await user.click(textArea());
  await user.paste(text);
  await waitFor(() => expect(screen.queryByText("Lendo…")).toBeNull());
}

/** Opens the drawer on a tab of the form. */
export async function openForm(user: UserEvent, tab: string) {
  await user.click(screen.getByRole("button", { name: tab }));
  return screen.findByRole("complementary", { name: "Anúncio" });
}

/** A cell of the preview by its line and the title of its column; without one, its status. */
export function cell(line: number, header: string | number = "Status"): HTMLElement {
  const heads = [...document.querySelectorAll("[role=columnheader]")].map((each) =>
    (each.getAttribute("aria-label") ?? each.textContent ?? "").trim(),
  );
  const number = [...document.querySelectorAll<HTMLElement>("[data-cell='0']")].find(
    (each) => each.querySelector(".sheet-number")?.textContent === String(line),
  );
  const place = typeof header === "number" ? header : header === "Linha" ? 1 : heads.indexOf(header);
  const found = document.querySelector<HTMLElement>(`[data-row="${number?.dataset.row}"][data-cell="${place}"]`);
  if (!found) throw new Error(`no cell ${header} in line ${line}`);
  return found;
}

/** What of each account a request or the list has, of these fields. */
export const linesSent = (body: unknown): unknown[] =>
  (body as { accounts: Account[] }).accounts.map(({ line, ...rest }) => [line, rest.text ?? rest.login]);
const NONE = { queued: 0, sending: 0, verifying: 0, created: 0, failed: 0, duplicate: 0, uncertain: 0, unsent: 0 };

export function aRun(changes: Partial<Omit<Run, "counts">> & { counts?: Partial<Run["counts"]> } = {}): Run {
  return {
    id: 31,
    game: "roblox",
    gameTitle: "Roblox",
    creatorPath: "/roblox-bulk",
    earned: "0.00",
    market: "gameboost:https://api.gameboost.com",
    keyHint: "••••1234",
    systemKey: false,
    training: false,
    group: [],
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
