import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Game } from "@/api/client";
import { type Finding, type Preview, previewRun } from "@/api/drafts";
import { retry } from "@/app/query-client";
import { MAX_RETRY_DELAY_MS } from "@/lib/constants";
import { gridRows, type Seen, seenBy, sharedFindings } from "@/shared/sheet/merge";
import type { GridRow, LocalRow } from "@/shared/sheet/rows";

/** What is checked, and what creation sends with the digest of the answer. */
export type PreviewBody = {
  text?: string;
  /** Lines of the text that are left out, as the server numbers them. */
  skipLines?: number[];
  accounts?: object[];
  settings: object;
  overrides?: Record<string, object>;
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
  waiting?: string;
};

type Asked<T> = { turn: number; body: PreviewBody; rows: readonly LocalRow<T>[]; written: string };
type Answered = { preview: Preview; seen: Seen; shared: readonly Finding[] };

const REST_MS = 350;
const NOTHING_SEEN: Seen = new Map();
const NO_FINDINGS: readonly Finding[] = [];

/** The dry run of what is on the screen: the browser's verdicts at once, the server's when the typing rests.
 *
 * `rows` and `body` are compared by identity: keep them until they change. Answers and what was asked stay in memory,
 * under a number, since both carry credentials. A server out of reach is asked again until it answers.
 */
export function usePreview<T>({ game, rows, body, waiting = "" }: PreviewOptions<T>): PreviewState<T> {
  const asked = useDebouncedQuestion(rows, body);
  const query = useQuery({
    queryKey: ["bulk", "preview", game, asked?.turn ?? 0],
    queryFn: async ({ signal }): Promise<Answered | null> => {
      if (asked === null) return null;
      const preview = await previewRun({ game, ...asked.body }, signal);
      return { preview, seen: seenBy(asked.rows, preview), shared: sharedFindings(preview) };
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: 0,
    refetchOnReconnect: "always",
    refetchInterval: ({ state }) => retry(0, state.error) && state.status === "error" && MAX_RETRY_DELAY_MS,
  });
  const answered = body === null ? null : (query.data ?? null);
  const { seen, shared } = answered ?? { seen: NOTHING_SEEN, shared: NO_FINDINGS };
  const merged = useMemo(() => gridRows(rows, seen, shared), [rows, seen, shared]);

  return {
    rows: merged,
    status: statusOf(body, asked, query),
    answer: answered?.preview ?? null,
    shared,
    error: body === null ? null : query.error,
    waiting: body === null ? waiting : "",
    refresh: async () => {
      const { data, error } = await query.refetch();
      return error ? null : (data?.preview ?? null);
    },
  };
}

/** What to ask: the first time at once, then when nothing has changed for a moment; the same question only once. */
function useDebouncedQuestion<T>(rows: readonly LocalRow<T>[], body: PreviewBody | null): Asked<T> | null {
  const [asked, setAsked] = useState<Asked<T> | null>(null);
  const turns = useRef(0);
  const isFirst = asked === null;
  useEffect(() => {
    if (body === null) {
      setAsked(null);
      return;
    }
    const timer = setTimeout(
      () => {
        const written = JSON.stringify(body);
        turns.current += 1;
        const turn = turns.current;
        setAsked((last) => ({ turn: last?.written === written ? last.turn : turn, body, rows, written }));
      },
      isFirst ? 0 : REST_MS,
    );
    return () => clearTimeout(timer);
  }, [rows, body, isFirst]);
  return asked;
}

function statusOf<T>(
  body: PreviewBody | null,
  asked: Asked<T> | null,
  {
    isFetching,
    isPlaceholderData,
    data,
    error,
  }: { isFetching: boolean; isPlaceholderData: boolean; data: unknown; error: unknown },
): PreviewState<T>["status"] {
  if (body === null) return "idle";
  if (error) return "failed";
  const current = asked?.body === body && !isFetching && !isPlaceholderData && data;
  return current ? "checked" : "checking";
}
