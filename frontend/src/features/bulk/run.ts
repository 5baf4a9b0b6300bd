/** A bulk run as the server tells it (decisions §9), and what can be asked of it. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api";
import { integer } from "@/lib/format";
import { listQuery, pathQuery } from "@/lib/query-client";

export type RunState = "queued" | "running" | "paused" | "cancelled" | "finished" | "finished_with_errors";
export type RowState = "queued" | "sending" | "verifying" | "created" | "failed" | "duplicate" | "uncertain" | "unsent";

export type Run = {
  id: number;
  game: string;
  state: RunState;
  counts: Record<RowState, number>;
  total: number;
  /** Rows whose fate is known. */
  settled: number;
  pauseReason: string;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  etaSeconds: number | null;
  title: string;
  by: { id: number; fullName: string };
};

export type RunRow = {
  id: number;
  line: number;
  /** Masked. */
  login: string;
  title: string;
  state: RowState;
  error: string;
  errors: Record<string, string[]>;
  remoteId: string;
  duplicateOf: string | number | null;
};

export type RunVerb = "pause" | "resume" | "cancel" | "retry";

/** Rows that did not become an account, in the order people care about. */
export const PROBLEM_STATES: readonly RowState[] = ["failed", "uncertain", "duplicate", "unsent"];

const POLL_MS = 1000;
const OPEN_STATES: readonly RunState[] = ["queued", "running", "paused"];

export function isOpen(run: Run): boolean {
  return OPEN_STATES.includes(run.state);
}

export function runPath(id: number): string {
  return `/api/bulk/runs/${id}`;
}

/** The run, asked again every second until it is over. */
export function runQuery(id: number) {
  return queryOptions({
    ...pathQuery<Run>(runPath(id)),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? POLL_MS : false),
  });
}

/** The first rows in `state`, read anew each time they are shown. */
export function rowsQuery(id: number, state: RowState, limit: number) {
  const path = `${runPath(id)}/rows?state=${state}&limit=${limit}&offset=0`;
  return { ...listQuery<RunRow>(path), staleTime: 0 };
}

export function askRun(id: number, verb: RunVerb) {
  return api.post<Run>(`${runPath(id)}/${verb}`);
}

/** Whole percent: 'the floor of index/total' (document 2 §4). */
export function percent({ settled, total }: Run): number {
  return total === 0 ? 0 : Math.floor((settled / total) * 100);
}

export function failures({ counts }: Run): number {
  return counts.failed + counts.duplicate + counts.uncertain;
}

/** Document 2 §8: '{n} contas criadas com sucesso. {m} falhas.' */
export function summary(run: Run): string {
  return `${integer(run.counts.created)} contas criadas com sucesso. ${integer(failures(run))} falhas.`;
}
