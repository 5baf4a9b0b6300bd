/** A game's own fields, as the server keeps them fresh. */
import { pathQuery } from "@/api/query";
import type { components } from "@/lib/schema";

export type Template = components["schemas"]["MarketplaceTemplateOutput"];
export type TemplateField = components["schemas"]["MarketplaceTemplateFieldOutput"];

/** The templates in force: what accounts are checked against before they are sent. */
export function templatesQuery() {
  return pathQuery<Template[]>("/api/marketplace/templates");
}

/** Undefined for a game that the marketplace does not describe: then its answer is the only judge. */
export function templateOf(templates: readonly Template[] | undefined, game: string): Template | undefined {
  return templates?.find((template) => template.game === game);
}
