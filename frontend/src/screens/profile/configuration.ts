/** One's way to the GameBoost API. */
import type { Configuration } from "@/api/configs";
import { SYSTEM_USER_ID } from "@/shared/marketplace/configuration";
import { DEFAULT_TIMEOUT_MS, MARKETPLACES, MIN_TIMEOUT_MS } from "@/shared/marketplace/service";

/** What is typed. */
export type ConfigurationValues = { apiKey: string; baseUrl: string; timeout: string };

const MAX_TIMEOUT_MS = 300_000;
const MASK = "•";

export function valuesOf(configuration: Configuration | null): ConfigurationValues {
  return {
    apiKey: configuration?.apiKey ?? "",
    baseUrl: configuration?.baseUrl ?? MARKETPLACES.gameboost.baseUrl,
    timeout: String(configuration?.timeout ?? DEFAULT_TIMEOUT_MS),
  };
}

export function configurationProblems({ apiKey, baseUrl, timeout }: ConfigurationValues) {
  const milliseconds = timeoutOf(timeout);
  return {
    ...(apiKey.trim() === "" && { apiKey: "A chave de API é obrigatória" }),
    ...(!URL.canParse(baseUrl.trim()) && { baseUrl: "Informe uma URL válida" }),
    ...(milliseconds < MIN_TIMEOUT_MS && { timeout: `O tempo limite deve ser pelo menos ${MIN_TIMEOUT_MS}ms` }),
    ...(milliseconds > MAX_TIMEOUT_MS && { timeout: `O tempo limite deve ser no máximo ${MAX_TIMEOUT_MS}ms` }),
  };
}

export function timeoutOf(typed: string): number {
  const value = typed.trim();
  return /^-?\d+$/.test(value) ? Number(value) : DEFAULT_TIMEOUT_MS;
}

/** True for the one whose configuration is everybody else's default. */
export const isSystemOwner = (userId: number): boolean => userId === SYSTEM_USER_ID;
export const isMasked = (apiKey: string): boolean => apiKey.includes(MASK);

/** The key being typed where only a mask was: the first change puts the whole mask away. */
export function withoutMask(typed: string, mask: string): string {
  const rest = typed.replace(mask, "");
  return isMasked(rest) ? "" : rest;
}
/** The values as the server takes them. */
export function addressOf({ apiKey, baseUrl, timeout }: ConfigurationValues) {
  return { apiKey: apiKey.trim(), baseUrl: baseUrl.trim(), timeout: timeoutOf(timeout) };
}
