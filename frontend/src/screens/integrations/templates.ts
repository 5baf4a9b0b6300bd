/** What GameBoost accepts per game, and what its changes break of ours. */

import { pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import type { components } from "@/lib/schema";

export type Drift = components["schemas"]["MarketplaceDriftOutput"];
export type Refreshed = components["schemas"]["MarketplaceRefreshedOutput"];

const PATH = "/api/marketplace/templates";

export function driftQuery() {
  return pathQuery<Drift[]>(`${PATH}/drift`);
}

export function isAboutTemplates({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return String(queryKey[0]).startsWith(PATH);
}

/** Ask the marketplace now. */
export function refreshTemplates() {
  return api.post<Refreshed[]>(`${PATH}/refresh`);
}
