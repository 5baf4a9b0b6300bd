/** The log of calls to the marketplaces and its figures. */
import { type Activity, activitiesQuery } from "@/api/marketplace";

/** 'Activity fetch limit (integration dashboard) | 50; table shows 10 rows'. */
const FETCHED = 50;
export const SHOWN = 10;

/** The rows of a fetch that are shown at `offset`. */
export function shownOf(rows: readonly Activity[], offset: number): Activity[] {
  const from = offset % FETCHED;
  return rows.slice(from, from + SHOWN);
}

/** The fetch that holds the row at `offset`, of one service or of all (''). */
export function fetchQuery(service: string, offset: number) {
  return activitiesQuery({ limit: FETCHED, offset: offset - (offset % FETCHED), service });
}

/** The newest call of a service, if there was one. */
export function lastCallQuery(service: string) {
  return activitiesQuery({ limit: 1, offset: 0, service });
}
