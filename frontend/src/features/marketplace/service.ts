import "@/features/marketplace/kit";
/** The two marketplaces of document 2 §1, and what can be enabled of each (§3). */

export type Service = "gameboost" | "lztmarket";

export const SERVICE_NAMES: Record<Service, string> = { gameboost: "GameBoost", lztmarket: "LZT Market" };

/** Decisions §8: 'Default base URLs'. */
export const DEFAULT_BASE_URLS: Record<Service, string> = {
  gameboost: "https://api.gameboost.com/v1",
  lztmarket: "https://prod-api.lzt.market",
};

/** Document 2 §9: 'API timeout | default 5000 ms, minimum 1000'. */
export const DEFAULT_TIMEOUT_MS = 5000;
export const MIN_TIMEOUT_MS = 1000;

/** The name that people read; a service that is new is shown as it is written. */
export function serviceName(service: string): string {
  return SERVICE_NAMES[service as Service] ?? service;
}

/** What a screen lets people enable, and what is enabled there before anyone chose. */
export type EndpointChoice = { options: readonly string[]; defaults: readonly string[] };

const GAMEBOOST_ENDPOINTS = [
  "accounts",
  "accounts/template/{gameSlug}",
  "accounts/{id}",
  "accounts/by-login/{login}",
  "accounts/{id}/delete",
  "accounts/{id}/status",
  "accounts/status/bulk",
  "games",
  "games/{id}",
];

/** Document 2 §3: 'Enabled endpoint options for the marketplace API …. The first four are the default': creating accounts
 * needs them. */
export const GAMEBOOST_CHOICE: EndpointChoice = {
  options: GAMEBOOST_ENDPOINTS,
  defaults: GAMEBOOST_ENDPOINTS.slice(0, 4),
};

/** What an endpoint is for, in the words of the screens. */
export const ENDPOINT_WORDS: Record<string, string> = {
  accounts: "Listar e criar contas",
  "accounts/template/{gameSlug}": "Campos de cada jogo",
  "accounts/{id}": "Ver uma conta",
  "accounts/by-login/{login}": "Procurar pelo login",
  "accounts/{id}/delete": "Excluir contas",
  "accounts/{id}/status": "Publicar e despublicar",
  "accounts/status/bulk": "Publicar e despublicar várias",
  games: "Lista de jogos",
  "games/{id}": "Ver um jogo",
  statistics: "Estatísticas",
  payments: "Pagamentos",
  listings: "Anúncios à venda",
  categories: "Categorias",
  orders: "Compras",
  messages: "Mensagens",
};
