/** What the dialogs of a run ask of the server. */
import { runPath } from "@/features/bulk/run";
import { type RunDetail, receiptPath, rowsPath } from "@/features/runs/run-detail";
import { api } from "@/lib/api";
import { pathQuery } from "@/lib/query-client";
import type { components } from "@/lib/schema";

type Schemas = components["schemas"];

export type Credentials = Schemas["BulkCredentialsOutput"];
export type Receipt = Schemas["BulkReceiptOutput"];
export type Withdrawal = Schemas["WithdrawalEnum"];
export type Outcome = "created" | "failed";

/** Sealed anew each time it is looked at. */
export function receiptQuery(id: number) {
  return { ...pathQuery<Receipt>(receiptPath(id)), staleTime: 0, gcTime: 0 };
}

export function revealCredentials(runId: number, rowId: number) {
  return api.post<Credentials>(`${rowsPath(runId)}/${rowId}/reveal`);
}

export function resolveRow(runId: number, rowId: number, outcome: Outcome, remoteId: string, idempotencyKey: string) {
  const body = outcome === "created" ? { outcome, remoteId } : { outcome };
  return api.post(`${rowsPath(runId)}/${rowId}/resolve`, body, { idempotencyKey });
}

export function withdrawRun(id: number, action: Withdrawal, idempotencyKey: string) {
  return api.post<RunDetail>(`${runPath(id)}/withdraw`, { action }, { idempotencyKey });
}
