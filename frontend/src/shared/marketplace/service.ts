/** The marketplaces, and what people read of them. */
import type { Service } from "@/api/configs";
import { appContext } from "@/lib/app-context";

type Marketplace = { name: string; baseUrl: string; urlHint?: string; timeoutHint?: string };

export const MARKETPLACES: Record<Service, Marketplace> = {
  gameboost: {
    name: "GameBoost",
    get baseUrl() {
      return appContext().gameboostBaseUrl ?? "https://api.gameboost.com/v1";
    },
    urlHint: "Termine com /v2 para usar a versão 2.",
  },
  lztmarket: {
    name: "LZT Market",
    baseUrl: "https://prod-api.lzt.market",
    // LZT Market documents a timeout of 300 seconds or more.
    timeoutHint: "Uma compra pode levar 30000 ms ou mais.",
  },
};

export const SERVICES = Object.keys(MARKETPLACES) as Service[];

export const LANGUAGES = [
  { value: "pt", label: "Português" },
  { value: "en", label: "Inglês" },
];

/** The name that people read; a service that is new is shown as it is written. */
export const serviceName = (service: string): string => MARKETPLACES[service as Service]?.name ?? service;

/** As marketplace.pages says: what a screen lets people enable, what for, and what is enabled before anyone chose. */
export type EndpointChoice = { options: readonly { name: string; words: string }[]; defaults: readonly string[] };
/** Games by the marketplaces' own slugs, as a form offers them. */
export const GAME_NAMES: Record<string, string> = {
  valorant: "Valorant",
  "league-of-legends": "League of Legends",
  "counter-strike-2": "Counter-Strike 2",
  "world-of-warcraft": "World of Warcraft",
  fortnite: "Fortnite",
  roblox: "Roblox",
  "war-thunder": "War Thunder",
};

/** The name that people read; a game that is new is shown as the marketplace writes it. */
export const gameName = (slug: string): string => GAME_NAMES[slug] ?? slug;

export type FormLabels = {
  keyRequired: string;
  badUrl: string;
  badTimeout: string;
  saved: string;
  saveFailed: string;
  save: string;
  test: string;
  loadFailed?: string;
};

export const GAMEBOOST_LABELS: FormLabels = {
  keyRequired: "API Key é necessária",
  badUrl: "Por favor, insira uma URL válida",
  badTimeout: "Timeout deve ser no mínimo 1000ms",
  saved: "API configuration saved successfully",
  saveFailed: "Failed to save API configuration",
  save: "Salvar",
  test: "Test Connection",
};

/** Of 'Gerenciar APIs'; the texts for the second marketplace follow those of the first. */
export function managementLabels(service: Service): FormLabels {
  return {
    keyRequired: "A chave de API é obrigatória",
    badUrl: "Informe uma URL válida",
    badTimeout: "O tempo limite deve ser pelo menos 1000ms",
    saved: `Configuração da API ${MARKETPLACES[service].name} salva com sucesso`,
    saveFailed: `Falha ao salvar configuração da API ${MARKETPLACES[service].name}`,
    save: "Salvar Configuração",
    test: "Testar Conexão",
  };
}
