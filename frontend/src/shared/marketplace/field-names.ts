/** The marketplace's names of a listing's fields, as people read them. */
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
  delivery_instructions: "Instruções de entrega",
  delivery_time: "Prazo de entrega",
  description: "Descrição",
  dump: "Palavras-chave",
  email_login: "E-mail da conta",
  email_password: "Senha do e-mail",
  emotes_count: "Gestos",
  game: "Jogo",
  gjn_balance_count: "Saldo GJN",
  gliders_count: "Asas-delta",
  golden_eagles_count: "Golden Eagles",
  ign: "Nome no jogo",
  image_urls: "Imagens",
  is_ranked_ready: "Pronta para ranqueada",
  level: "Nível",
  level_up_method: "Como foi evoluída",
  linkable_platforms: "Plataformas vinculáveis",
  loadings_count: "Telas de carregamento",
  login: "Login",
  main_experience: "Experiência principal",
  nations: "Nações",
  other_experiences: "Outras experiências",
  outfits_count: "Skins",
  password: "Senha",
  peak_division: "Divisão máxima",
  peak_tier: "Elo máximo",
  pickaxes_count: "Picaretas",
  platform: "Plataforma",
  platforms: "Plataformas",
  premium_helicopters_count: "Helicópteros premium",
  premium_planes_count: "Aviões premium",
  premium_ships_count: "Navios premium",
  premium_tanks_count: "Tanques premium",
  price: "Preço",
  radianite_points: "Radianita",
  robux_count: "Robux",
  server: "Servidor",
  silver_lions_count: "Silver Lions",
  sprays: "Sprays",
  sprays_count: "Sprays",
  title: "Título",
  titles: "Títulos",
  total_vehicles_count: "Veículos",
  v_bucks_count: "V-Bucks",
  valorant_points: "Valorant Points",
  "weapon-skins": "Skins de armas",
  wraps_count: "Envelopamentos",
};

/** The field's name for people; one that is new is shown as the marketplace writes it. */
export const fieldLabel = (name: string): string => LABELS[name] ?? name.replaceAll("_", " ");

/** What is wrong, a line a field: its name in Portuguese, then the marketplace's own words. A path like
 * "account_data.level" or "image_urls.0" is known by the field in it; an unknown one stays as it is. */
export function fieldProblems(errors: Record<string, string[]>): string[] {
  return Object.entries(errors).map(([path, texts]) => `${nameIn(path)}: ${texts.join(", ")}`);
}

function nameIn(path: string): string {
  const field = path
    .split(".")
    .filter((piece) => !/^\d+$/.test(piece))
    .at(-1);
  return LABELS[field ?? ""] ?? path;
}
