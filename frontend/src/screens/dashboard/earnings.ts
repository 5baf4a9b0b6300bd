/** One's own earnings. */

import { listQuery, pathQuery } from "@/api/query";
import { EARNINGS_PATH, type Earning } from "@/shared/earnings/earning";

type PendingEarnings = { total: string; earnings: Earning[] };

/** When it was paid: 'when paid and updated date differs from created'; null otherwise. */
export function paidAt({ status, createdAt, updatedAt }: Earning): string | null {
  return status === "paid" && updatedAt !== createdAt ? updatedAt : null;
}

/** The total and the first `limit` pending earnings of a person. */
export function pendingEarningsQuery(userId: number, limit: number) {
  return pathQuery<PendingEarnings>(`${EARNINGS_PATH}/${userId}/pending?limit=${limit}`);
}

/** One page of all earnings of a person. */
export function earningsQuery(userId: number, offset: number, limit: number) {
  return listQuery<Earning>(`${EARNINGS_PATH}/${userId}?limit=${limit}&offset=${offset}`);
}
