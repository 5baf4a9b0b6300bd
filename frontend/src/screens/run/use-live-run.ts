import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSingleFlight } from "@/lib/use-single-flight";
import { askRun, type RunVerb, runPath } from "@/shared/run/run";
import { rowsPath, runDetailQuery } from "@/shared/run/run-detail";

/** The run as it goes on, and what can be asked of it. Whenever it changes, its rows are read anew. */
export function useLiveRun(id: number) {
  const client = useQueryClient();
  const run = useQuery(runDetailQuery(id));
  const known = useRef(run.data);
  const { mutateAsync } = useMutation({
    mutationFn: (verb: RunVerb) => askRun(id, verb),
    onSettled: () => client.invalidateQueries({ queryKey: [runPath(id)] }),
  });

  useEffect(() => {
    if (known.current === run.data) return;
    known.current = run.data;
    client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(rowsPath(id)) });
  }, [client, id, run.data]);

  const { run: ask, busy } = useSingleFlight(mutateAsync);
  return { run, busy, ask };
}
