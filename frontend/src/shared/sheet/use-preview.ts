import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Game, Schemas } from "@/api/client";
import { draftKeys, type Finding, type Preview, type PreviewRow, previewRun } from "@/api/drafts";
import { retry } from "@/app/query-client";
import { MAX_RETRY_DELAY_MS } from "@/lib/constants";
import { isEqual } from "@/lib/is-equal";
import { whenRested } from "@/lib/when-rested";
import { type GridRow, type LocalRow, memoMap, type Note, type Verdict } from "@/shared/sheet/rows";

/** What is checked, and what creation sends with the digest of the answer. */
export type PreviewBody = {
  accounts: readonly object[];
  settings: object;
  templateVersion?: number;
  /** Left out for the usual marketplace on its usual terms. */
  markets?: Schemas["BulkStartInputRequest"]["markets"];
};

export type PreviewState<T> = {
  rows: readonly GridRow<T>[];
  /** "checking" from the first change on, while the typing has not come to rest as well. */
  status: "idle" | "checking" | "checked" | "failed";
  /** The last answer; of an earlier text while "checking". */
  answer: Preview | null;
  /** What every account would be fined for. */
  shared: readonly Finding[];
  error: Error | null;
  /** Why there is nothing to check, "" when there is. */
  waiting: string;
  /** Ask now; null when the server does not answer. */
  refresh: () => Promise<Preview | null>;
};

type PreviewOptions<T> = {
  game: Game;
  /** With the verdicts of the browser's own rules. */
  rows: readonly LocalRow<T>[];
  /** Null while there is nothing that could be sent. */
  body: PreviewBody | null;
  waiting: string;
};

type Asked<T> = { turn: number; body: PreviewBody; rows: readonly LocalRow<T>[] };
type Answered = { preview: Preview; seen: Seen; shared: readonly Finding[] };

const REST_MS = 350;
const PAINTED_MS = 50;
const SLICE_MS = 10;
const UNSEEN: Pick<Answered, "seen" | "shared"> = { seen: new Map(), shared: [] };

/** The dry run of what is on the screen: the browser's verdicts at once, the server's when the typing rests. `rows` and
 * `body` are compared by identity: keep them until they change. Answers and what was asked stay in memory, under a
 * number, since both carry credentials. A server out of reach is asked again until it answers. */
export function usePreview<T>({ game, rows, body, waiting }: PreviewOptions<T>): PreviewState<T> {
  const asked = useDebouncedQuestion(rows, body);
  const query = useQuery(previewQuery(game, asked));
  const answered = body === null ? null : (query.data ?? null);
  // What it says of thousands of rows lets keys and presses go before.
  const { seen, shared } = useDeferredValue(answered) ?? UNSEEN;
  // The server's word counts while it is about the account as it is, the browser's before.
  const makeRows = useMemo(() => rowMaker<T>(seen), [seen]);
  const merged = useMemo(() => makeRows(rows), [makeRows, rows]);
  const isCurrent = asked?.body === body && !query.isFetching && !query.isPlaceholderData && query.data;
  const reached = query.error ? "failed" : isCurrent ? "checked" : "checking";

  return {
    rows: merged,
    status: body === null ? "idle" : reached,
    answer: answered?.preview ?? null,
    shared,
    error: body === null ? null : query.error,
    waiting: body === null ? waiting : "",
    refresh: askAgain(query.refetch),
  };
}

/* Made outside the hook: what is made in it keeps the accounts of that render, and libraries keep what the first one made. */

const previewQuery = <T>(game: Game, asked: Asked<T> | null) =>
  queryOptions({
    queryKey: draftKeys.one("preview", game, asked?.turn ?? 0),
    queryFn: async ({ signal }): Promise<Answered | null> => {
      if (asked === null) return null;
      const preview = await previewRun({ game, ...asked.body, accounts: [...asked.body.accounts] }, signal);
      const shared = sharedFindings(preview);
      return { preview, seen: await matchAnswers(asked.rows, preview, shared), shared };
    },
    enabled: asked !== null,
    // Without accounts the answer about earlier ones is forgotten.
    initialData: asked === null ? null : undefined,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: 0,
    refetchOnReconnect: "always",
    refetchInterval: ({ state }) => retry(0, state.error) && state.status === "error" && MAX_RETRY_DELAY_MS,
  });

const askAgain = (refetch: UseQueryResult<Answered | null>["refetch"]) => async () => {
  const { data, error } = await refetch();
  return error ? null : (data?.preview ?? null);
};

const rowMaker = <T>(seen: Seen) => memoMap((row: LocalRow<T>) => gridRow(row, seen.get(row.stamp)));

/** What to ask: first when the accounts are painted, then when nothing has changed for a moment; each question once. */
function useDebouncedQuestion<T>(rows: readonly LocalRow<T>[], body: PreviewBody | null): Asked<T> | null {
  const [asked, setAsked] = useState<Asked<T> | null>(null);
  const turns = useRef(0);
  const isFirst = asked === null;
  useEffect(() => {
    if (body === null) {
      setAsked(null);
      return;
    }
    const ask = () => {
      turns.current += 1;
      const turn = turns.current;
      setAsked((last) => ({ turn: last && isEqual(last.body, body) ? last.turn : turn, body, rows }));
    };
    return whenRested(ask, isFirst ? PAINTED_MS : REST_MS);
  }, [rows, body, isFirst]);
  return asked;
}

type Checked = { answer: PreviewRow; notes: readonly Note[] };
/** The server's words by the stamp of the account they are about, so that they follow it to another line. */
type Seen = ReadonlyMap<string, Checked>;

/** Findings in `shared` are told once above the grid, and warn of no row: those that stand out are the ones with something
 * of their own. Keys and presses go between some rows and the next. */
async function matchAnswers<T>(rows: readonly LocalRow<T>[], { rows: answers }: Preview, shared: readonly Finding[]) {
  const known = new Set(shared.map(keyOf));
  const byLine = new Map(answers.map((answer) => [answer.line, answer]));
  const seen = new Map<string, Checked>();
  let until = performance.now() + SLICE_MS;
  for (const { line, stamp } of rows) {
    const answer = byLine.get(line);
    if (answer) seen.set(stamp, { answer, notes: notesOf(answer, known) });
    if (performance.now() < until) continue;
    await new Promise((rested) => setTimeout(rested));
    until = performance.now() + SLICE_MS;
  }
  return seen;
}

function gridRow<T>(local: LocalRow<T>, checked: Checked | undefined): GridRow<T> {
  const { id, line, data, error, reason = "", marked = [], notes = [] } = local;
  const answer = checked?.answer;
  const ours = (text: string): Note[] => (text === "" ? [] : [{ tone: "bad", text, fine: null }]);
  const serverNotes = checked?.notes ?? ours(error);
  let verdict: Verdict = answer?.verdict ?? local.verdict;
  if (verdict === "warning" && serverNotes.length === 0) verdict = "valid";
  if (verdict === "valid" && notes.some(({ tone }) => tone === "warn")) verdict = "warning";
  // Where the server says it in the documented words, which say less, ours stay beside them.
  const plain = reason || (serverNotes.some(({ text }) => text === error) ? "" : error);
  const why = verdict === "invalid" ? ours(plain) : [];
  return {
    id,
    line,
    data,
    verdict,
    notes: [...serverNotes, ...why, ...notes],
    title: answer?.title ?? null,
    priceEur: answer?.priceEur ?? null,
    stale: answer === undefined && error === "",
    marked: verdict !== "invalid" ? NONE : answer ? [...marked, ...Object.keys(answer.errors).map(columnOf)] : marked,
  };
}

const NONE: readonly string[] = [];

/** 'email_login' is the column emailLogin; what is of account_data keeps its name. */
const columnOf = (name: string): string =>
  name.startsWith("account_data.") ? name : name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The lines that are not sent, and stay: those that cannot be read, and those that repeat another. One that the
 * marketplace would refuse is sent, since it has a price. */
export function skippedLines({ rows }: Preview): ReadonlySet<number> {
  const left = rows.filter(({ verdict, priceEur, duplicateOf }) => duplicateOf || (verdict === "invalid" && !priceEur));
  return new Set(left.map(({ line }) => line));
}

/** The findings that every account which could be sent has: they lie in the general settings. */
function sharedFindings({ rows }: Preview): Finding[] {
  const [first, ...others] = rows.filter(({ verdict }) => verdict === "valid" || verdict === "warning");
  if (first === undefined || others.length === 0) return [];
  const keys = others.map(({ findings }) => new Set(findings.map(keyOf)));
  return first.findings.filter((finding) => keys.every((each) => each.has(keyOf(finding))));
}

/** Why a row is not sent, or what it may cost. */
function notesOf(answer: PreviewRow, shared: ReadonlySet<string>): Note[] {
  const { verdict, error, messages, findings } = answer;
  const refused = verdict === "invalid" || verdict === "duplicate";
  const note = (text: string, fine: string | null): Note => ({
    tone: refused && (text === error || findings.length === 0) ? "bad" : "warn",
    text,
    fine,
    href: verdict === "duplicate" ? (answer.duplicateUrl ?? undefined) : undefined,
  });
  const found = new Set(findings.map(({ message }) => message));
  const texts = [...new Set([error, ...messages])].filter((text) => text !== "" && !found.has(text));
  return [
    ...texts.map((text) => note(text, null)),
    ...findings.filter((finding) => !shared.has(keyOf(finding))).map(({ message, fine }) => note(message, fine)),
  ];
}

const keyOf = ({ rule, field, message }: Finding): string => [rule, field, message].join("\n");
