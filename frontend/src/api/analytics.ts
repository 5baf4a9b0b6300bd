/** The figures of 'Análise Comportamental'. */
import type { Schemas } from "@/api/client";
import { type ListRequest, listQuery, pathQuery } from "@/api/query";

export type Summary = Schemas["AnalyticsSummaryOutput"];
export type Kpi = Schemas["AnalyticsKpiOutput"];
export type Point = Schemas["AnalyticsPointOutput"];
export type SeenPage = Schemas["AnalyticsPageOutput"];
export type PersonFigures = Schemas["AnalyticsPersonOutput"];

export const analyticsKeys = { all: ["analytics"] };

export const summaryQuery = (range: string) => pathQuery("/api/analytics/summary", { query: { range } });
export const peopleFiguresQuery = (query: ListRequest) => listQuery("/api/analytics/people", { query });
