/** What came of a run and of those that were started with it, told as one. */
import { queryOptions } from "@tanstack/react-query";
import { type RowState, type Run, type RunState, runGroupQuery } from "@/api/runs";
import { integer, money, plural } from "@/lib/format";
import { isMoving, isOutOfReach, POLL_STANDING_MS, pollMs } from "@/shared/run/run";

/** The run and its group, asked again until all are over. */
export function runUntilOverQuery(id: number) {
  return queryOptions({
    ...runGroupQuery(id),
    select: together,
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined ? isOutOfReach(error) && POLL_STANDING_MS : pollMs(data.find(isMoving) ?? together(data)),
  });
}

const LEADING: readonly RunState[] = [
  ...(["paused", "running", "queued"] as const),
  ...(["finished_with_errors", "cancelled", "finished"] as const),
];

/** The first run with the sums of all, and the state that asks most of whoever looks. */
function together(runs: readonly Run[]): Run {
  const [first] = runs as [Run];
  const { state, pauseCode, pauseReason, keyUserId } = runs.toSorted(
    (one, other) => LEADING.indexOf(one.state) - LEADING.indexOf(other.state),
  )[0] as Run;
  const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0);
  const counts = Object.keys(first.counts).map((name) => [name, sum((run) => run.counts[name as RowState])]);
  const seconds = runs.flatMap(({ etaSeconds }) => etaSeconds ?? []);
  return {
    ...first,
    ...{ state, pauseCode, pauseReason, keyUserId },
    total: sum(({ total }) => total),
    settled: sum(({ settled }) => settled),
    counts: Object.fromEntries(counts),
    earned: (sum(({ earned }) => Math.round(Number(earned) * 100)) / 100).toFixed(2),
    etaSeconds: seconds.length > 0 ? Math.max(...seconds) : null,
  };
}

const isGroup = ({ group }: Run): boolean => group.length > 1;

/** '2 marketplaces: 12 de 13 anúncios foram criados. 1 falha.' */
function groupSummary(run: Run): string {
  const { created } = run.counts;
  const failed = failures(run) > 0 ? ` ${plural(failures(run), "falha", "falhas")}.` : "";
  const of = `${integer(created)} de ${plural(run.total, "anúncio", "anúncios")}`;
  return `${run.group.length} marketplaces: ${of} ${created === 1 ? "foi criado" : "foram criados"}.${failed}`;
}

export const failures = ({ counts }: Run): number => counts.failed + counts.duplicate + counts.uncertain;

/** '{successful} de {total} contas foram criadas com sucesso.' of the games whose accounts come from a
 * queue, '{n} contas criadas com sucesso. {m} falhas.' of those that are pasted. */
export function summary(run: Run, queued: boolean): string {
  if (isGroup(run)) return groupSummary(run);
  const created = integer(run.counts.created);
  if (queued) return `${created} de ${integer(run.total)} contas foram criadas com sucesso.`;
  return `${created} contas criadas com sucesso. ${integer(failures(run))} falhas.`;
}

/** The same where it is read at leisure: one account is no 'contas'. */
export function result(run: Run, queued: boolean): string {
  if (isGroup(run)) return groupSummary(run);
  const { created } = run.counts;
  if (queued) {
    const of = `${integer(created)} de ${plural(run.total, "conta", "contas")}`;
    return `${of} ${created === 1 ? "foi criada" : "foram criadas"} com sucesso.`;
  }
  const failed = plural(failures(run), "falha", "falhas");
  return `${plural(created, "conta criada", "contas criadas")} com sucesso. ${failed}.`;
}

/** '1 conta criada. Você ganhou R$ 3,00.' once something is credited; "" before, and for practice. An account of several
 * marketplaces is paid once, so that their listings are not counted beside it. */
export function earnedLabel(run: Run): string {
  if (Number(run.earned) === 0) return "";
  const created = isGroup(run) ? "" : `${plural(run.counts.created, "conta criada", "contas criadas")}. `;
  return `${created}Você ganhou ${money(run.earned)}.`;
}
