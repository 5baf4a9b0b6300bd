/** A game's own fields (document 2 §7 'accounts/template/{game}: GET, the schema'), as the server keeps them fresh. */
import { pathQuery } from "@/lib/query-client";
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

const LABELS: Record<string, string> = {
  account_level: "Nível da conta",
  account_tags: "Tags da conta",
  agents: "Agentes",
  backblings_count: "Mochilas",
  buddies: "Chaveiros",
  cards: "Cards",
  convertable_research_points_count: "Pontos de pesquisa conversíveis",
  current_division: "Divisão atual",
  current_tier: "Elo atual",
  emotes_count: "Gestos",
  gjn_balance_count: "Saldo GJN",
  gliders_count: "Asas-delta",
  golden_eagles_count: "Golden Eagles",
  is_ranked_ready: "Pronta para ranqueada",
  level: "Nível",
  linkable_platforms: "Plataformas vinculáveis",
  loadings_count: "Telas de carregamento",
  main_experience: "Experiência principal",
  nations: "Nações",
  other_experiences: "Outras experiências",
  outfits_count: "Skins",
  peak_division: "Divisão máxima",
  peak_tier: "Elo máximo",
  pickaxes_count: "Picaretas",
  platform: "Plataforma",
  platforms: "Plataformas",
  premium_helicopters_count: "Helicópteros premium",
  premium_planes_count: "Aviões premium",
  premium_ships_count: "Navios premium",
  premium_tanks_count: "Tanques premium",
  radianite_points: "Radianita",
  robux_count: "Robux",
  silver_lions_count: "Silver Lions",
  sprays: "Sprays",
  sprays_count: "Sprays",
  titles: "Títulos",
  total_vehicles_count: "Veículos",
  v_bucks_count: "V-Bucks",
  valorant_points: "Valorant Points",
  "weapon-skins": "Skins de armas",
  wraps_count: "Envelopamentos",
};

/** The field's name for people; one that is new is shown as the marketplace writes it. */
export function fieldLabel(name: string): string {
  return LABELS[name] ?? name.replaceAll("_", " ");
}
