/** Bulk runs: their rows, and what can be asked of them. */
import { queryOptions } from "@tanstack/react-query";
import { addressOf, api, listQuery, type PathWith, pathQuery, type QueryKey, type Schemas } from "@/api/client";

export type Run = Schemas["BulkRunOutput"];
export type RunState = Run["state"];
export type RunRow = Schemas["BulkRowOutput"];
export type RowState = RunRow["state"];
export type RunDetail = Schemas["BulkRunDetailOutput"];
export type RunVerb = "pause" | "resume" | "cancel" | "retry";

export const runKeys = {
  run: (id: number) => ["bulk", "runs", String(id)],
  rows: (id: number) => [...runKeys.run(id), "rows"],
};

export const runDetailQuery = (id: number) => pathQuery("/api/bulk/runs/{run_id}", { path: { run_id: id } });

/** The run, as far as every list of runs knows it, then those that were started with it for other marketplaces. */
export const runGroupQuery = (id: number) =>
  queryOptions<Run[], Error, Run[], QueryKey>({
    queryKey: [...runKeys.run(id), "group"],
    queryFn: async ({ signal }) => {
      const one = (id: number): Promise<Run> => api.get("/api/bulk/runs/{run_id}", { path: { run_id: id }, signal });
      const run = await one(id);
      return [run, ...(await Promise.all(run.group.filter((each) => each.id !== id).map((each) => one(each.id))))];
    },
  });

/** The first rows in `state`, read anew each time they are shown. */
export function rowsQuery(id: number, state: RowState, limit: number) {
  const query = { state, limit, offset: 0 };
  return { ...listQuery("/api/bulk/runs/{run_id}/rows", { path: { run_id: id }, query }), staleTime: 0 };
}

/** The header shows what is under way from here. */
async function announceRun<T>(answer: Promise<T>): Promise<T> {
  await answer;
  dispatchEvent(new Event("run-asked"));
  return answer;
}

export const askRun = (id: number, verb: RunVerb) =>
  announceRun(api.post(`/api/bulk/runs/{run_id}/${verb}`, { path: { run_id: id } }));

/** A file of a run; the corrections are what was not created, with its credentials, to be sent to /upload again. */
export const downloadHref = (id: number, file: "receipt.json" | "report.csv" | "corrections.csv"): string =>
  addressOf(`/api/bulk/runs/{run_id}/${file}`, { path: { run_id: id } });

export type CreationPath = Extract<PathWith<"post">, `${string}/bulk-create` | "/api/gameboost/valorant">;
export const startRun = (path: CreationPath, body: Schemas["BulkStartInputRequest"], idempotencyKey: string) =>
  announceRun(api.post(path, { body, idempotencyKey, headers: { Prefer: "respond-async" } }));
