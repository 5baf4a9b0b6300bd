/** What happened to listings outside this product, as a work list. */

import { listQuery, pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import type { components } from "@/lib/schema";
import type { Tone } from "@/ui/badge";

export type ListingChange = components["schemas"]["MarketplaceListingChangeOutput"];
export type SyncState = components["schemas"]["MarketplaceSyncStateOutput"];

export const CHANGES_PAGE = 20;

const PATH = "/api/marketplace/changes";

/** `state` is open, handled, or '' for both. */
export function changesQuery(state: string, offset: number) {
  const filter = state === "" ? "" : `&state=${state}`;
  return listQuery<ListingChange>(`${PATH}?limit=${CHANGES_PAGE}&offset=${offset}${filter}`);
}

export function isAboutChanges({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return String(queryKey[0]).startsWith(PATH);
}

export function handleChange(id: number, note: string) {
  return api.post<ListingChange>(`${PATH}/${id}/handle`, { note });
}

/** How far the look through each key's listings has come. */
export function syncQuery() {
  return pathQuery<SyncState[]>("/api/marketplace/sync");
}

const KINDS: Record<ListingChange["kind"], { label: string; tone: Tone }> = {
  draft: { label: "Não publicado", tone: "warn" },
  sold: { label: "Vendido", tone: "good" },
  refunded: { label: "Reembolsado", tone: "bad" },
  removed: { label: "Removido", tone: "warn" },
};

export function kindWords(kind: ListingChange["kind"]): { label: string; tone: Tone } {
  return KINDS[kind];
}
