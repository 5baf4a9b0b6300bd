import type { Configuration } from "@/features/marketplace/configuration";

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
