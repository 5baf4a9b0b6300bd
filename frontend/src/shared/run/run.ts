/** A bulk run as the server tells it, and what can be asked of it. */
import { queryOptions } from "@tanstack/react-query";
import { type RowState, type Run, type RunState, runQuery } from "@/api/runs";
import { retry } from "@/app/query-client";
import { counted, integer } from "@/lib/format";

/** Rows that did not become an account, in the order people care about. */
export const PROBLEM_STATES: readonly RowState[] = ["failed", "uncertain", "duplicate", "unsent"];

const POLL_MS = 1000;
const POLL_STANDING_MS = 5000;
const OPEN_STATES: readonly RunState[] = ["queued", "running", "paused"];

export function isOpen(run: Run): boolean {
  return OPEN_STATES.includes(run.state);
}

/** Something is about to change by itself, be it only the account in flight of a run that was stopped. */
function isMoving({ state, counts }: Run): boolean {
  return state === "queued" || state === "running" || counts.sending + counts.verifying > 0;
}

/** How long until a run is asked for again: every second while it moves, less often while it stands still. */
export function pollMs(run: Run): number | false {
  if (isMoving(run)) return POLL_MS;
  return isOpen(run) && POLL_STANDING_MS;
}

/** Whether asking again may help: the server could not be reached, or not answer. */
export function isOutOfReach(error: unknown): boolean {
  return error !== null && retry(0, error);
}

/** The run, asked again until it is over. */
export function runUntilOverQuery(id: number) {
  return queryOptions({
    ...runQuery(id),
    refetchInterval: ({ state }) =>
      state.data === undefined ? isOutOfReach(state.error) && POLL_STANDING_MS : pollMs(state.data),
  });
}

/** Whole percent: 'the floor of index/total'. */
export function percent({ settled, total }: Run): number {
  return total === 0 ? 0 : Math.floor((settled / total) * 100);
}

export function failures({ counts }: Run): number {
  return counts.failed + counts.duplicate + counts.uncertain;
}

/** '{successful} de {total} contas foram criadas com sucesso.' of the games whose accounts come from a
 * queue, '{n} contas criadas com sucesso. {m} falhas.' of those that are pasted. */
export function summary(run: Run): string {
  const created = integer(run.counts.created);
  if (FROM_A_QUEUE.includes(run.game)) return `${created} de ${integer(run.total)} contas foram criadas com sucesso.`;
  return `${created} contas criadas com sucesso. ${integer(failures(run))} falhas.`;
}

/** The same where it is read at leisure: one account is no 'contas'. */
export function result(run: Run): string {
  const { created } = run.counts;
  if (FROM_A_QUEUE.includes(run.game)) {
    const of = `${integer(created)} de ${counted(run.total, "conta", "contas")}`;
    return `${of} ${created === 1 ? "foi criada" : "foram criadas"} com sucesso.`;
  }
  const failed = counted(failures(run), "falha", "falhas");
  return `${counted(created, "conta criada", "contas criadas")} com sucesso. ${failed}.`;
}

const FROM_A_QUEUE: readonly string[] = ["fortnite", "valorant"];
