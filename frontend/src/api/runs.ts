/** Bulk runs: their rows, and what can be asked of them. */
import { queryOptions } from "@tanstack/react-query";
import { addressOf, api, type PathWith, type Schemas } from "@/api/client";
import { type ListRequest, listQuery, pathQuery, type QueryKey } from "@/api/query";

export type Run = Schemas["BulkRunOutput"];
export type RunState = Run["state"];
export type RunRow = Schemas["BulkRowOutput"];
export type RowState = RunRow["state"];
export type RunDetail = Schemas["BulkRunDetailOutput"];
export type RunVerb = "pause" | "resume" | "cancel" | "retry";
export type Credentials = Schemas["BulkCredentialsOutput"];
export type Receipt = Schemas["BulkReceiptOutput"];
export type Withdrawal = Schemas["WithdrawalEnum"];

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

/** Sealed anew each time it is looked at. */
export const receiptQuery = (id: number) => ({
  ...pathQuery("/api/bulk/runs/{run_id}/receipt.json", { path: { run_id: id } }),
  staleTime: 0,
  gcTime: 0,
});

/** The header shows what is under way from here. */
async function told<T>(answer: Promise<T>): Promise<T> {
  await answer;
  dispatchEvent(new Event("run-asked"));
  return answer;
}

export const askRun = (id: number, verb: RunVerb) =>
  told(api.post(`/api/bulk/runs/{run_id}/${verb}`, { path: { run_id: id } }));
export const revealCredentials = (runId: number, rowId: number) =>
  api.post("/api/bulk/runs/{run_id}/rows/{row_id}/reveal", { path: { run_id: runId, row_id: rowId } });

/** `reason` is wanted of an admin who decides against the marketplace, or without its answer. */
export type Decision = { outcome: "created"; remoteId: string; reason?: string } | { outcome: "failed" };

export function resolveRow(runId: number, rowId: number, body: Decision, idempotencyKey: string) {
  const path = { run_id: runId, row_id: rowId };
  return api.post("/api/bulk/runs/{run_id}/rows/{row_id}/resolve", { path, body, idempotencyKey });
}

export const withdrawRun = (id: number, action: Withdrawal, idempotencyKey: string) =>
  api.post("/api/bulk/runs/{run_id}/withdraw", { path: { run_id: id }, body: { action }, idempotencyKey });

type Download = "receipt.json" | "report.csv" | "corrections.csv";

/** A file of a run; the corrections are what was not created, with its credentials, to be sent to /upload again. */
export const downloadHref = (id: number, file: Download): string =>
  addressOf(`/api/bulk/runs/{run_id}/${file}`, { path: { run_id: id } });

export type CreationPath = Extract<PathWith<"post">, `${string}/bulk-create` | "/api/gameboost/valorant">;
type StartBody = Schemas["BulkStartInputRequest"];

export const startRun = (path: CreationPath, body: StartBody, idempotencyKey: string) =>
  told(api.post(path, { body, idempotencyKey, headers: { Prefer: "respond-async" } }));
export const runsQuery = (query: ListRequest) => listQuery("/api/bulk/runs", { query });
export const runRowsQuery = (id: number, query: ListRequest) =>
  listQuery("/api/bulk/runs/{run_id}/rows", { path: { run_id: id }, query });
