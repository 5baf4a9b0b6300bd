/** The configuration of a marketplace. */
import type { QueryClient } from "@tanstack/react-query";
import { pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import { currentUser } from "@/lib/app-context";
import { counted } from "@/lib/format";
import type { components } from "@/lib/schema";
import type { Service } from "@/shared/marketplace/service";

export type Configuration = components["schemas"]["MarketplaceConfigurationOutput"];
export type SavedConfiguration = components["schemas"]["MarketplaceSavedConfigurationOutput"];
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
  userId: number,
): Promise<SavedConfiguration> {
  const body = { userId, service, ...values, apiKey: apiKey || MASK };
  const saved = await api.post<SavedConfiguration>(configurationPath(service), body);
  client.setQueryData(configurationQuery(service, userId).queryKey, saved);
  return saved;
}

/** Moves the saved GameBoost key of a person to version 2, once that has answered to it. */
export async function switchToV2(client: QueryClient, userId: number): Promise<SavedConfiguration> {
  const saved = await api.post<SavedConfiguration>("/api/configs/gameboost/use-v2", { userId });
  client.setQueryData(configurationQuery("gameboost", userId).queryKey, saved);
  // Whoever uses the system's key is led by it too.
  await client.invalidateQueries({ queryKey: configurationQuery("gameboost").queryKey });
  return saved;
}

/** What a save tells, and how many runs that waited for version 2 go on by it. */
export function withResumedRuns(told: string, { resumedRuns }: SavedConfiguration): string {
  if (!resumedRuns) return told;
  return `${told.replace(/\.$/, "")}. ${counted(resumedRuns, "execução continua", "execuções continuam")}.`;
}

/** The status of every answer of a version that is no longer served. */
export const VERSION_GONE = 410;

/** The address of version 2 at the same place. */
export function withV2(baseUrl: string): string {
  return `${baseUrl.trim().replace(/\/(v[12]\/?)?$/i, "")}/v2`;
}

/** Make a real call with the values typed. */
export function testConnection(service: Service, address: Address, userId: number) {
  const body = { userId, ...address };
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
