/** The figures of 'Análise Comportamental'. */
import type { Schemas } from "@/api/client";
import { type ListRequest, listQuery, pathQuery } from "@/api/query";

export type Summary = Schemas["AnalyticsSummaryOutput"];
export type Kpi = Schemas["AnalyticsKpiOutput"];
export type Point = Schemas["AnalyticsPointOutput"];
export type SeenPage = Schemas["AnalyticsPageOutput"];
export type PersonFigures = Schemas["AnalyticsPersonOutput"];

export const analyticsKeys = { all: ["analytics"] };

export function summaryQuery(range: string) {
  return pathQuery("/api/analytics/summary", { query: { range } });
}

export function peopleFiguresQuery(query: ListRequest) {
  return listQuery("/api/analytics/people", { query });
}
