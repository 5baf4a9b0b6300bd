import { listQuery } from "@/lib/query-client";

/** One call to a marketplace (document 2 §3 'Activity'). */
export type Activity = {
  id: number;
  service: string;
  endpoint: string;
  method: string;
  status: string;
  success: boolean;
  timestamp: string;
  /** In milliseconds. */
  responseTime: number;
};

/** 'activities default limit 10' (document 1 §9). */
export const ACTIVITIES_PAGE = 10;

export function activitiesQuery(userId: number, offset: number) {
  return listQuery<Activity>(`/api/activities?userId=${userId}&limit=${ACTIVITIES_PAGE}&offset=${offset}`);
}
