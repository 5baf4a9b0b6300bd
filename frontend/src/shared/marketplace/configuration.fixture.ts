import type { Configuration } from "@/api/configs";
import type { EndpointChoice } from "@/shared/marketplace/service";

/** What the owner of the key is answered. */
export const CONFIGURATION: Configuration = {
  userId: 1,
  service: "gameboost",
  apiKey: "chave-secreta-1234",
  baseUrl: "https://api.gameboost.com/v1",
  timeout: 5000,
  enabledEndpoints: ["accounts", "games", "accounts/{id}/delete"],
  updatedAt: "2026-11-20T10:00:00-03:00",
  isSystemDefault: false,
};

/** What a page offers: these endpoints, the first ones enabled before anyone chose. */
export function choiceOf(words: Record<string, string>, defaults: number): EndpointChoice {
  const options = Object.entries(words).map(([name, words]) => ({ name, words }));
  return { options, defaults: options.slice(0, defaults).map(({ name }) => name) };
}
