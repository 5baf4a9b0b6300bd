/** What the dialogs of a run ask of the server. */

import { pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import type { components } from "@/lib/schema";
import { runPath } from "@/shared/run/run";
import { type RunDetail, receiptPath, rowsPath } from "@/shared/run/run-detail";

type Schemas = components["schemas"];

export type Credentials = Schemas["BulkCredentialsOutput"];
export type Receipt = Schemas["BulkReceiptOutput"];
export type Withdrawal = Schemas["WithdrawalEnum"];

/** Sealed anew each time it is looked at. */
export function receiptQuery(id: number) {
  return { ...pathQuery<Receipt>(receiptPath(id)), staleTime: 0, gcTime: 0 };
}

export function revealCredentials(runId: number, rowId: number) {
  return api.post<Credentials>(`${rowsPath(runId)}/${rowId}/reveal`);
}

/** `reason` is wanted of an admin who decides against the marketplace, or without its answer. */
export type Decision = { outcome: "created"; remoteId: string; reason?: string } | { outcome: "failed" };

export function resolveRow(runId: number, rowId: number, decision: Decision, idempotencyKey: string) {
  return api.post(`${rowsPath(runId)}/${rowId}/resolve`, decision, { idempotencyKey });
}

export function withdrawRun(id: number, action: Withdrawal, idempotencyKey: string) {
  return api.post<RunDetail>(`${runPath(id)}/withdraw`, { action }, { idempotencyKey });
}
