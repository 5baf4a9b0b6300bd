/** The queue of a creator as the server keeps it: encrypted, its owner's alone, for a week. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { type Game, newIdempotencyKey } from "@/api/client";
import { type QueueOutput, queueQuery, readQueue, writeQueue } from "@/api/drafts";
import { ApiError } from "@/lib/errors";
import { useHeldPage, useSessionOver } from "@/lib/use-held-page";
import { type Account, BLANK } from "@/shared/queue/account";

/** What is done to the queue. It is done again to what another tab has made of it, so each time it does the same. */
type Change = (entries: readonly Entry[]) => readonly Entry[];

const SAVE_AFTER_MS = 400;
const TRY_AGAIN_AFTER_MS = 5000;
const CHANGED_ELSEWHERE = 412;
const NONE: readonly Entry[] = [];

/** The queue on both sides of one change. */
type Step = { before: readonly Entry[]; after: readonly Entry[] };
/** The changes that can be taken back, and those that were. */
type Steps = { past: readonly Step[]; future: readonly Step[] };

const NO_STEPS: Steps = { past: [], future: [] };

/** The queue of a game: changes are seen at once and written to the server soon after.
 *
 * A tab that was slower than another reads the queue anew and makes its changes to that. `pollMs` asks again how the
 * accounts that were sent fare, false while none is under way.
 */
export function useQueue(game: Game, pollMs: number | false) {
  const client = useQueryClient();
  const { queryKey, queryFn } = queueQuery(game);
  const [pending, setPending] = useState<readonly Change[]>([]);
  const [steps, setSteps] = useState(NO_STEPS);
  const [failure, setFailure] = useState<unknown>(null);
  const writing = useRef(false);
  const sessionOver = useSessionOver();
  const { mutateAsync: save } = useMutation({
    mutationFn: ({ read, changes }: { read: Queue; changes: readonly Change[] }) => writeChanges(game, read, changes),
    meta: { silent: true },
  });
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn,
    select: complete,
    refetchInterval: pending.length === 0 && pollMs,
  });
  const entries = useMemo(() => pending.reduce((made, change) => change(made), data?.entries ?? NONE), [data, pending]);

  const write = useEffectEvent(async () => {
    if (writing.current || data === undefined || pending.length === 0) return;
    writing.current = true;
    try {
      const reads = () => client.getQueryState(queryKey)?.dataUpdateCount;
      const before = reads();
      const saved = await save({ read: data, changes: pending });
      // What is being read may be older than what was written, what was read meanwhile newer.
      const crossed = client.isFetching({ queryKey }) > 0 || reads() !== before;
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, saved);
      if (crossed) refetch();
      setPending((all) => all.slice(pending.length));
      setFailure(null);
    } catch (refused) {
      setFailure(refused);
    } finally {
      writing.current = false;
    }
  });
  const ready = data !== undefined;
  useEffect(() => {
    if (!ready || pending.length === 0 || sessionOver) return;
    const timer = setTimeout(write, failure ? TRY_AGAIN_AFTER_MS : SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [ready, pending, failure, sessionOver]);
  useHeldPage(pending.length > 0);

  const change = (made: Change) => setPending((all) => [...all, made]);
  const { past, future } = steps;
  const [last, next] = [past.at(-1), future.at(-1)];
  return {
    entries,
    /** Nothing is known of the queue yet. */
    loading: !ready && !error,
    error: ready ? null : error,
    saving: pending.length > 0,
    /** Why the last write failed; it is tried again by itself. */
    failure,
    /** A change that `undo` takes back. */
    change: (made: Change) => {
      const step = { before: entries, after: made(entries) };
      setSteps((current) => ({ past: [...current.past, step], future: [] }));
      change(made);
    },
    /** A change that cannot be taken back, as sending is; nor can those before it. */
    settle: (made: Change) => {
      setSteps(NO_STEPS);
      change(made);
    },
    undo: last
      ? () => {
          setSteps({ past: past.slice(0, -1), future: [...future, last] });
          change((current) => merged(current, last.after, last.before));
        }
      : null,
    redo: next
      ? () => {
          setSteps({ past: [...past, next], future: future.slice(0, -1) });
          change((current) => merged(current, next.before, next.after));
        }
      : null,
    refresh: refetch,
  };
}

/** What differs between `from` and `to`, made to `current` entry by entry. An entry that is no longer as in `from` was
 * changed in another tab since, and stays as that tab left it. */
function merged(current: readonly Entry[], from: readonly Entry[], to: readonly Entry[]): readonly Entry[] {
  const [was, becomes] = [byId(from), byId(to)];
  const entries = current.flatMap((entry) => {
    const [before, after] = [was.get(entry.id), becomes.get(entry.id)];
    if (before === undefined || before === after || !isSame(before, entry)) return [entry];
    return after ? [after] : [];
  });
  for (const [index, entry] of to.entries()) {
    if (was.has(entry.id) || entries.some(({ id }) => id === entry.id)) continue;
    const place = entries.findIndex(({ id }) => id === to[index - 1]?.id);
    entries.splice(index === 0 ? 0 : place < 0 ? entries.length : place + 1, 0, entry);
  }
  return entries;
}

function byId(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** Whether a person wrote the same; how an entry fares is the server's to say. */
function isSame(one: Entry, other: Entry): boolean {
  return JSON.stringify([one.account, one.sent]) === JSON.stringify([other.account, other.sent]);
}

/** Writes the changes, made anew to the queue as it is now when another tab was faster. */
async function writeChanges(game: Game, read: Queue, changes: readonly Change[]): Promise<QueueOutput> {
  const made = (queue: Queue) => changes.reduce((entries, change) => change(entries), queue.entries);
  try {
    return await writeQueue(game, read.version, sent(made(read)));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CHANGED_ELSEWHERE) throw error;
    const fresh = complete(await readQueue(game));
    return await writeQueue(game, fresh.version, sent(made(fresh)));
  }
}

/** An account as the server keeps it: how it fares is not the browser's to say. */
const sent = (entries: readonly Entry[]) => entries.map(({ id, account, sent }) => ({ id, account, sent }));

/** An account of the queue. One that was sent names its line, and says how that fares. */
export type Entry = Omit<QueueOutput["entries"][number], "account"> & { account: Account };
type Queue = Omit<QueueOutput, "entries"> & { entries: readonly Entry[] };

export const MAX_ENTRIES = 1000;
export const QUEUE_FULL = "A fila tem no máximo 1.000 contas. Crie parte delas antes de adicionar outras.";

const IN_FLIGHT = ["queued", "sending", "verifying"];

export function newEntry(account: Account): Entry {
  return { id: newIdempotencyKey(), account, sent: null, state: null, error: "", errors: {} };
}

/** On its way in a run: nothing to be changed until that line is settled. */
export const isInFlight = ({ state }: Entry): boolean => state !== null && IN_FLIGHT.includes(state);

/** What an account was written without is blank. */
export function complete({ entries, ...queue }: QueueOutput): Queue {
  return {
    ...queue,
    entries: entries.map((entry) => ({ ...entry, account: { ...BLANK, ...(entry.account as Partial<Account>) } })),
  };
}
