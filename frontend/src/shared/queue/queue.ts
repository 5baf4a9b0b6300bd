/** The queue of a creator as the server keeps it: encrypted, its owner's alone, for a week. */
import { newIdempotencyKey } from "@/api/client";
import type { QueueOutput } from "@/api/drafts";
import { type Account, BLANK } from "@/shared/queue/account";

/** An account of the queue. One that was sent names its line, and says how that fares. */
export type Entry = Omit<QueueOutput["entries"][number], "account"> & { account: Account };
export type Queue = Omit<QueueOutput, "entries"> & { entries: readonly Entry[] };

export const MAX_ENTRIES = 1000;
export const QUEUE_FULL = "A fila tem no máximo 1.000 contas. Crie parte delas antes de adicionar outras.";

const IN_FLIGHT = ["queued", "sending", "verifying"];

export function newEntry(account: Account): Entry {
  return { id: newIdempotencyKey(), account, sent: null, state: null, error: "", errors: {} };
}

/** On its way in a run: nothing to be changed until that line is settled. */
export function isInFlight({ state }: Entry): boolean {
  return state !== null && IN_FLIGHT.includes(state);
}

/** What an account was written without is blank. */
export function complete({ entries, ...queue }: QueueOutput): Queue {
  return {
    ...queue,
    entries: entries.map((entry) => ({ ...entry, account: { ...BLANK, ...(entry.account as Partial<Account>) } })),
  };
}
