/** The accounts of a game as the server keeps them: encrypted, their owner's alone, for a week. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { startTransition, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Game } from "@/api/client";
import { type QueueOutput, queueQuery, writeQueue } from "@/api/drafts";
import { ApiError } from "@/lib/errors";
import { isEqual } from "@/lib/is-equal";
import { useHeldPage, useSessionOver } from "@/lib/use-held-page";
import { whenRested } from "@/lib/when-rested";
import { asAccount, asEntry, type Entry } from "@/shared/creation/entries";

/** What is done to the list. It is done again to what another tab has made of it, so each time it does the same. */
export type Change = (entries: readonly Entry[]) => readonly Entry[];

export const SAVE_AFTER_MS = 400;
export const TRY_AGAIN_AFTER_MS = 5000;
export const CHANGED_ELSEWHERE = 412;
const NONE: readonly never[] = [];

type Place = { index: number; entry: Entry };
/** The accounts that a change took away and those it brought, at their places. */
type Step = { removed: readonly Place[]; added: readonly Place[] };
/** The changes that can be taken back, and those that were. */
type Steps = { past: readonly Step[]; future: readonly Step[] };

const NO_STEPS: Steps = { past: [], future: [] };
/** So many accounts that were written over or removed are kept for undoing, and all of the last step. */
const UNDONE_ACCOUNTS = 5000;

/** The list of a game: changes are seen at once and written soon after to the server, which merges them account by
 * account where another tab was faster. `pollMs` asks again how sent accounts fare, false while none is under way. */
export function useAccountList(game: Game, pollMs: number | false) {
  const client = useQueryClient();
  const { queryKey, ...question } = queueQuery(game);
  const [pending, setPending] = useState<readonly Change[]>([]);
  const [steps, setSteps] = useState(NO_STEPS);
  const [failure, setFailure] = useState<unknown>(null);
  const writing = useRef(false);
  const sessionOver = useSessionOver();
  const { data, error, refetch } = useQuery({
    queryKey,
    ...question,
    select: complete,
    refetchInterval: pending.length === 0 && pollMs,
  });
  const last = useRef<readonly Entry[]>(NONE);
  const read = useMemo(() => keepUnchanged(last.current, data?.entries ?? NONE), [data]);
  const entries = useMemo(() => keepUnchanged(last.current, withChanges(read, pending)), [read, pending]);
  useEffect(() => {
    last.current = entries;
  }, [entries]);

  const write = useEffectEvent(async () => {
    if (writing.current || data === undefined || pending.length === 0) return;
    writing.current = true;
    try {
      // What was written without an answer may be there, and is no other tab's.
      const known = failure ? ((await refetch({ throwOnError: true })).data ?? data) : data;
      const reads = () => client.getQueryState(queryKey)?.dataUpdateCount;
      const before = reads();
      // A mutation would keep the changes, and with them all that was on the screen when they were made.
      const saved = await writeChanges(game, known, pending);
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
    return whenRested(write, failure ? TRY_AGAIN_AFTER_MS : SAVE_AFTER_MS);
  }, [ready, pending, failure, sessionOver]);
  useHeldPage(entries.length > 0, pending.length > 0);

  const add = (made: Change) => setPending((all) => [...all, made]);
  const { past, future } = steps;
  const [latest, next] = [past.at(-1), future.at(-1)];
  const turn = (left: Steps, from: readonly Place[], to: readonly Place[]) => () =>
    startTransition(() => {
      setSteps(left);
      add((current) => applyStep(current, from, to));
    });
  return {
    entries,
    /** Nothing is known of the list yet. */
    loading: !ready && !error,
    error: ready ? null : error,
    saving: pending.length > 0,
    /** Why the last write failed; it is tried again by itself. */
    failure,
    /** A change that `undo` takes back. What follows from it for thousands of accounts lets the next key or press go
     * before: it is a transition, as `undo` and `redo` are. */
    change: (made: Change) => {
      const before = last.current;
      const after = made(before);
      if (before === after) return;
      last.current = after;
      const step = { removed: missingFrom(after, before), added: missingFrom(before, after) };
      const known = new WeakRef(before); // React keeps the last changes, and with them what they hold
      startTransition(() => {
        setSteps((current) => ({ past: latestOf([...current.past, step]), future: [] }));
        add((current) => (current === known.deref() ? after : made(current)));
      });
    },
    /** A change that cannot be taken back, as sending is; nor can those before it. */
    settle: (made: Change) => {
      setSteps(NO_STEPS);
      add(made);
    },
    undo: latest ? turn({ past: past.slice(0, -1), future: [...future, latest] }, latest.added, latest.removed) : null,
    redo: next ? turn({ past: [...past, next], future: future.slice(0, -1) }, next.removed, next.added) : null,
    refresh: refetch,
  };
}

export type ListOfAccounts = ReturnType<typeof useAccountList>;

function latestOf(past: readonly Step[]): readonly Step[] {
  let count = 0;
  const first = past.findLastIndex(({ removed }) => {
    count += removed.length;
    return count > UNDONE_ACCOUNTS;
  });
  return past.slice(Math.min(first + 1, past.length - 1));
}

/** What a change brings is there once: it may have been read back before its write is answered. */
function withChanges(entries: readonly Entry[], changes: readonly Change[]): readonly Entry[] {
  return changes.reduce((before, change) => {
    const made = change(before);
    const once = byId(made);
    return once.size === made.length ? made : [...once.values()];
  }, entries);
}

/** The accounts that `others` has not: as copies, since what was computed of an account lives as long as it does. */
function missingFrom(others: readonly Entry[], entries: readonly Entry[]): readonly Place[] {
  const moved = others.length === entries.length ? null : new Set(others);
  const isThere = (entry: Entry, index: number) => entry === others[index] || moved?.has(entry);
  return entries.flatMap((entry, index) => (isThere(entry, index) ? NONE : { index, entry: { ...entry } }));
}

/** The entries of `next`, as the same objects that they were `before` where nothing of them is another: what follows from
 * them is not computed anew, nor asked of the server, when they are saved. */
function keepUnchanged(before: readonly Entry[], next: readonly Entry[]): readonly Entry[] {
  if (before === next) return before;
  const was = before.length === next.length ? null : byId(before);
  const entries = next.map((entry, index) => {
    const known = was ? was.get(entry.id) : before[index];
    return known && isEqual(known, entry) ? known : entry;
  });
  return !was && entries.every((entry, index) => entry === before[index]) ? before : entries;
}

/** Makes `to` of `from` within `current`; an account that is no longer as in `from` stays as another tab left it. */
function applyStep(current: readonly Entry[], from: readonly Place[], to: readonly Place[]): readonly Entry[] {
  const [was, becomes] = [accountsOf(from), accountsOf(to)];
  const entries = current.flatMap((entry) => {
    const before = was.get(entry.id);
    return before && isEqual(toStored(before), toStored(entry)) ? (becomes.get(entry.id) ?? []) : entry;
  });
  const there = byId(entries);
  for (const { index, entry } of to) {
    if (!was.has(entry.id) && !there.has(entry.id)) entries.splice(index, 0, entry);
  }
  return entries;
}

const accountsOf = (places: readonly Place[]) => byId(places.map(({ entry }) => entry));

const byId = (entries: readonly Entry[]) => new Map(entries.map((entry) => [entry.id, entry] as const));

/** An account as the server keeps it: how it fares is not the browser's to say. */
const toStored = (entry: Entry) => ({ id: entry.id, account: asAccount(entry), sent: entry.sent });

type List = Omit<QueueOutput, "entries"> & { entries: readonly Entry[] };

const complete = ({ entries, ...list }: QueueOutput): List => ({ ...list, entries: entries.map(asEntry) });

async function writeChanges(game: Game, read: List, changes: readonly Change[]): Promise<QueueOutput> {
  const entries = withChanges(read.entries, changes).map(toStored);
  try {
    return await writeQueue(game, read.version, { entries });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== CHANGED_ELSEWHERE) throw error;
    return await writeQueue(game, read.version, { entries, base: read.entries.map(toStored) });
  }
}
