import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { askRun, type Run, type RunVerb, runGroupQuery } from "@/api/runs";
import { ApiError } from "@/lib/errors";
import { toast } from "@/lib/toast";
import { failures, runUntilOverQuery, summary } from "@/shared/run/outcome";
import { isOpen, isOutOfReach } from "@/shared/run/run";

/** The run that a bulk screen shows, as one with those started with it: the one under way, else the last one until
 * its results are cleared. `activeRun` and `lastRun` come with the page: a reload and a second browser show the same
 * progress. When a run ends before our eyes comes the 'final toast … (destructive if any failed)', and `onEnd`. */
export function useRun(
  { slug: game, queued }: { slug: string; queued: boolean },
  activeRun: Run | null,
  lastRun: Run | null,
  onEnd: (run: Run) => void,
) {
  const client = useQueryClient();
  const [id, setId] = useState(() => activeRun?.id ?? (isCleared(game, lastRun) ? null : (lastRun?.id ?? null)));
  const seed = [activeRun, lastRun].find((run) => run?.id === id && run.group.length < 2);
  const asked = { ...runUntilOverQuery(id ?? 0), enabled: id !== null, ...(seed && { initialData: [seed] }) };
  const { data: run = null, isFetching, error } = useQuery(asked);
  // The run whose end is news: one seen going on, and one begun here, which may be over before it can be looked at.
  const awaited = useRef<number | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, verb }: { id: number; verb: RunVerb }) => {
      const ids = run?.group.map((each) => each.id) ?? [];
      // Of several runs it may be about one alone: what is over cannot be paused.
      const asked = (ids.length > 0 ? ids : [id]).map((each) => askRun(each, verb));
      const done = await Promise.allSettled(asked);
      const reasons = done.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
      const failure = reasons.find((reason) => !(reason instanceof ApiError && reason.status === 409));
      if (failure ?? reasons.length === asked.length) throw failure ?? reasons[0];
    },
    onSuccess: (_answer, { id, verb }) => {
      if (verb === "retry") awaited.current = id;
    },
    onSettled: (_answer, _error, { id }) => client.invalidateQueries({ queryKey: runGroupQuery(id).queryKey }),
  });
  const visibleRun = id === null ? null : run;
  useEnd(visibleRun, awaited, (ended) => {
    if (failures(ended) > 0) toast.error(summary(ended, queued));
    else toast.success(summary(ended, queued));
    onEnd(ended);
  });

  const isActive = id !== null && (visibleRun === null ? isFetching || isOutOfReach(error) : isOpen(visibleRun));
  return {
    run: visibleRun,
    isActive,
    /** It goes on by itself: one that is paused waits for a person, who may create others meanwhile. */
    isGoing: isActive && visibleRun?.state !== "paused",
    busy: isPending,
    /** Why the last look at the run failed; it is looked at again until the server answers. */
    error: id === null ? null : error,
    show: (begun: number) => {
      awaited.current = begun;
      setId(begun);
    },
    ask: (verb: RunVerb) => id !== null && mutate({ id, verb }),
    clear: () => {
      setId(null);
      if (id !== null) localStorage.setItem(clearedKey(game), String(id));
    },
  };
}

export type Runs = ReturnType<typeof useRun>;

/** Calls `onEnd` once when the awaited run is over. */
function useEnd(run: Run | null, awaited: RefObject<number | null>, onEnd: (run: Run) => void): void {
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (run === null) return;
    if (isOpen(run)) {
      awaited.current = run.id;
    } else if (awaited.current === run.id) {
      awaited.current = null;
      ended(run);
    }
  }, [run, awaited]);
}

const clearedKey = (game: string): string => `cleared-run:${game}`;

function isCleared(game: string, run: Run | null): boolean {
  return run !== null && localStorage.getItem(clearedKey(game)) === String(run.id);
}
