/** Answers for the tests of the run screens, shaped as the server's. */
import type { RunDetail } from "@/api/runs";
import { aRun } from "@/shared/creation/fixtures";

type Changes = Partial<Omit<RunDetail, "counts">> & { counts?: Partial<RunDetail["counts"]> };

export function aDetail(changes: Changes = {}): RunDetail {
  return {
    ...aRun(),
    retryable: 0,
    listed: 0,
    drafts: 0,
    withdrawing: 0,
    withdrawn: 0,
    ...changes,
    counts: aRun(changes).counts,
  };
}
