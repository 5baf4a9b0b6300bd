/** The log of calls to the marketplaces and its figures. */

import { listQuery, pathQuery } from "@/api/query";
import type { components } from "@/lib/schema";
import { ACTIVITIES_PATH, type Activity } from "@/shared/marketplace/activity";

export type Figures = components["schemas"]["MarketplaceCallFiguresOutput"];

/** 'Activity fetch limit (integration dashboard) | 50; table shows 10 rows'. */
const FETCHED = 50;
export const SHOWN = 10;

/** Today's figures over everybody's calls. */
export function figuresQuery() {
  return pathQuery<Figures>(`${ACTIVITIES_PATH}/figures`);
}

/** The fetch that holds the row at `offset`, of one service or of all ('') . */
export function activitiesQuery(service: string, offset: number) {
  const filter = service === "" ? "" : `&service=${service}`;
  return listQuery<Activity>(`${ACTIVITIES_PATH}?limit=${FETCHED}&offset=${offset - (offset % FETCHED)}${filter}`);
}

/** The rows of a fetch that are shown at `offset`. */
export function shownOf(rows: readonly Activity[], offset: number): Activity[] {
  const from = offset % FETCHED;
  return rows.slice(from, from + SHOWN);
}

/** The newest call of a service, if there was one. */
export function lastCallQuery(service: string) {
  return listQuery<Activity>(`${ACTIVITIES_PATH}?limit=1&offset=0&service=${service}`);
}

/** True for everything read of the log. */
export function isAboutActivities(queryKey: readonly unknown[]): boolean {
  return String(queryKey[0]).startsWith(ACTIVITIES_PATH);
}
