/** The queue of a creator as the server keeps it: encrypted, its owner's alone, for a week. */

import { api, newIdempotencyKey } from "@/lib/api";
import type { components } from "@/lib/schema";
import type { Account } from "@/shared/queue/account";
import { BLANK } from "@/shared/queue/account";

/** As the server answers it, and as the page carries it. */
export type QueueOutput = components["schemas"]["BulkQueueOutput"];

/** An account of the queue. One that was sent names its line, and says how that fares. */
export type Entry = Omit<QueueOutput["entries"][number], "account"> & { account: Account };
export type Queue = Omit<QueueOutput, "entries"> & { entries: readonly Entry[] };

export const MAX_ENTRIES = 1000;
export const QUEUE_FULL = "A fila tem no máximo 1.000 contas. Crie parte delas antes de adicionar outras.";

const IN_FLIGHT = ["queued", "sending", "verifying"];

export function queuePath(game: string): string {
  return `/api/bulk/queue?game=${game}`;
}

export function newEntry(account: Account): Entry {
  return { id: newIdempotencyKey(), account, sent: null, state: null, error: "", errors: {} };
}

/** On its way in a run: nothing to be changed until that line is settled. */
export function isInFlight({ state }: Entry): boolean {
  return state !== null && IN_FLIGHT.includes(state);
}

export function readQueue(game: string, signal?: AbortSignal): Promise<QueueOutput> {
  return api.get<QueueOutput>(queuePath(game), { signal });
}

/** Replaces the queue that was read at `version`; the server refuses with 412 when it has changed since. */
export function writeQueue(game: string, version: number, entries: readonly Entry[]): Promise<QueueOutput> {
  const body = { entries: entries.map(({ id, account, sent }) => ({ id, account, sent })) };
  return api.put<QueueOutput>(queuePath(game), body, { headers: { "If-Match": `"${version}"` } });
}

/** What an account was written without is blank. */
export function complete({ entries, ...queue }: QueueOutput): Queue {
  return {
    ...queue,
    entries: entries.map((entry) => ({ ...entry, account: { ...BLANK, ...(entry.account as Partial<Account>) } })),
  };
}
