import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { askRun, type RunVerb, runKeys } from "@/api/runs";
import { useSingleFlight } from "@/lib/use-single-flight";
import { liveRunQuery } from "@/shared/run/run-detail";

/** The run as it goes on, and what can be asked of it. Whenever it changes, its rows are read anew. */
export function useLiveRun(id: number) {
  const client = useQueryClient();
  const run = useQuery(liveRunQuery(id));
  const known = useRef(run.data);
  const { mutateAsync } = useMutation({
    mutationFn: (verb: RunVerb) => askRun(id, verb),
    onSettled: () => client.invalidateQueries({ queryKey: runKeys.run(id), exact: true }),
  });

  useEffect(() => {
    if (known.current === run.data) return;
    known.current = run.data;
    client.invalidateQueries({ queryKey: runKeys.rows(id) });
  }, [client, id, run.data]);

  const { run: ask, busy } = useSingleFlight(mutateAsync);
  return { run, busy, ask };
}
