/** What a configuration form says: each of the two screens has its own texts. */
import type { Service } from "@/api/configs";
import { MARKETPLACES } from "@/shared/marketplace/service";

export type FormWords = {
  keyRequired: string;
  badUrl: string;
  badTimeout: string;
  saved: string;
  saveFailed: string;
  save: string;
  test: string;
};

export const NO_ENDPOINT = "Selecione ao menos um endpoint";

/** Of a connection test, on either screen. */
export const TEST_WORDS = {
  works: "API connection successful",
  failed: "Failed to test API connection",
  refusedTitle: "Connection Failed",
  refused: "Could not connect to API",
};

/** Of the marketplace integration page. */
export const GAMEBOOST_PAGE_WORDS: FormWords = {
  keyRequired: "API Key é necessária",
  badUrl: "Por favor, insira uma URL válida",
  badTimeout: "Timeout deve ser no mínimo 1000ms",
  saved: "API configuration saved successfully",
  saveFailed: "Failed to save API configuration",
  save: "Salvar",
  test: "Test Connection",
};

/** Of 'Gerenciar APIs'; the texts for the second marketplace follow those of the first. */
export function managementLabel(service: Service): FormWords {
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
