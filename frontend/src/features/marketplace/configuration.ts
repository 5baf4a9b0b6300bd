/** The configuration of a marketplace (document 2 §3 and §7, decisions §8). */
import type { QueryClient } from "@tanstack/react-query";
import type { Service } from "@/features/marketplace/service";
import { api } from "@/lib/api";
import { currentUser } from "@/lib/app-context";
import { pathQuery } from "@/lib/query-client";
import type { components } from "@/lib/schema";

export type Configuration = components["schemas"]["MarketplaceConfigurationOutput"];
export type ConnectionTest = components["schemas"]["MarketplaceConnectionTestOutput"];

/** The way to a marketplace as a form knows it. An empty `apiKey` stands for the stored one. */
export type Address = { apiKey: string; baseUrl: string; timeout: number };

/** What the server writes in front of a key's last four characters; it keeps the stored key when it comes back. */
const MASK = "••••";

export const LOAD_FAILED = "Failed to load API configuration";

/** The configuration in effect, null when neither the person nor the system has one. */
export function configurationQuery(service: Service, userId = currentUser().id) {
  return pathQuery<Configuration | null>(`${configurationPath(service)}?userId=${userId}`);
}

export async function saveConfiguration(
  client: QueryClient,
  service: Service,
  { apiKey, ...values }: Address & { enabledEndpoints: readonly string[] },
): Promise<Configuration> {
  const body = { userId: currentUser().id, service, ...values, apiKey: apiKey || MASK };
  const saved = await api.post<Configuration>(configurationPath(service), body);
  client.setQueryData(configurationQuery(service).queryKey, saved);
  return saved;
}

/** Make a real call with the values typed: 'Connection tests are real, everywhere' (decisions §8). */
export function testConnection(service: Service, address: Address) {
  const body = { userId: currentUser().id, ...address };
  // The marketplace may take all the time it is given; the answer to us comes a little later.
  const timeoutMs = address.timeout + TEST_MARGIN_MS;
  return api.post<ConnectionTest>(`${configurationPath(service)}/test`, body, { timeoutMs });
}

const TEST_MARGIN_MS = 15_000;

/** '••••1234': the owner's own key comes in clear, and is not shown here either. */
export function maskedKey({ apiKey }: Configuration): string {
  return apiKey.startsWith(MASK) ? apiKey : MASK + apiKey.slice(-4);
}

export function configurationPath(service: Service): string {
  return `/api/configs/${service}`;
}
