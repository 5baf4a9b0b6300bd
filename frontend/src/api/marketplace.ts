/** What the server keeps of the marketplaces: calls, templates. */
import { listQuery, pathQuery, type Schemas } from "@/api/client";

export type Activity = Schemas["MarketplaceActivityOutput"];
export type CallFigures = Schemas["MarketplaceCallFiguresOutput"];
export type Template = Schemas["MarketplaceTemplateOutput"];
export type TemplateField = Schemas["MarketplaceTemplateFieldOutput"];

export const activityKeys = { all: ["activities"] };

/** The log of calls, of one service or of all (''), of one person or of all. */
export const activitiesQuery = (query: { limit: number; offset: number; service?: string; userId?: number }) =>
  listQuery("/api/activities", { query });

/** The templates in force: what accounts are checked against before they are sent. */
export const templatesQuery = () => pathQuery("/api/marketplace/templates");
