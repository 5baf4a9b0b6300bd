/** What the server keeps of the marketplaces: calls, listings that changed there, templates, purchases. */
import { api, type Schemas } from "@/api/client";
import { listQuery, pathQuery } from "@/api/query";

export type Activity = Schemas["MarketplaceActivityOutput"];
export type CallFigures = Schemas["MarketplaceCallFiguresOutput"];
export type ListingChange = Schemas["MarketplaceListingChangeOutput"];
export type SyncState = Schemas["MarketplaceSyncStateOutput"];
export type Template = Schemas["MarketplaceTemplateOutput"];
export type TemplateField = Schemas["MarketplaceTemplateFieldOutput"];
export type TemplateChange = Schemas["MarketplaceDriftOutput"];
export type RefreshedTemplate = Schemas["MarketplaceRefreshedOutput"];
export type Purchase = Schemas["MarketplacePurchaseOutput"];

export const marketplaceKeys = {
  activities: ["activities"],
  changes: ["marketplace", "changes"],
  templates: ["marketplace", "templates"],
  purchases: ["purchases"],
};

export const CHANGES_PAGE = 20;
export const PURCHASES_PAGE = 20;

/** The log of calls, of one service or of all (''), of one person or of all. */
export const activitiesQuery = (query: { limit: number; offset: number; service?: string; userId?: number }) =>
  listQuery("/api/activities", { query });

export const callFiguresQuery = () => pathQuery("/api/activities/figures");

/** What happened to listings outside this product; `state` is open, handled, or '' for both. */
export const changesQuery = (state: string, offset: number) =>
  listQuery("/api/marketplace/changes", { query: { limit: CHANGES_PAGE, offset, state } });
export const handleChange = (id: number, note: string) =>
  api.post("/api/marketplace/changes/{change_id}/handle", { path: { change_id: id }, body: { note } });

/** How far the look through each key's listings has come. */
export const syncQuery = () => pathQuery("/api/marketplace/sync");

/** The templates in force: what accounts are checked against before they are sent. */
export const templatesQuery = () => pathQuery("/api/marketplace/templates");

/** What changes of the templates break of ours. */
export const templateChangesQuery = () => pathQuery("/api/marketplace/templates/drift");

export const refreshTemplates = () => api.post("/api/marketplace/templates/refresh");
export const purchasesQuery = (offset: number) =>
  listQuery("/api/purchases", { query: { limit: PURCHASES_PAGE, offset } });

/** What a person found out about a purchase whose answer did not come. */
export const resolvePurchase = (id: number, outcome: "bought" | "refused") =>
  api.post("/api/purchases/{purchase_id}/resolve", { path: { purchase_id: id }, body: { outcome } });
