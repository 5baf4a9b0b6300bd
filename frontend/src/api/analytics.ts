/** The figures of 'Análise Comportamental'. */
import type { Schemas } from "@/api/client";

export type Summary = Schemas["AnalyticsSummaryOutput"];
export type Kpi = Schemas["AnalyticsKpiOutput"];
export type Point = Schemas["AnalyticsPointOutput"];
export type SeenPage = Schemas["AnalyticsPageOutput"];
export type PersonFigures = Schemas["AnalyticsPersonOutput"];

export const analyticsKeys = { all: ["analytics"] };
