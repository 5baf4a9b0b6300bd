/** Configurations of the marketplaces, and the settings that act on everybody's calls. */
import { api, type Schemas } from "@/api/client";
import { pathQuery } from "@/api/query";
import { currentUser } from "@/lib/app-context";

export type Service = Schemas["ServiceEnum"];
export type Configuration = Schemas["MarketplaceConfigurationOutput"];
/** With how many runs went on once it was saved. */
export type SavedConfiguration = Schemas["MarketplaceSavedConfigurationOutput"];
export type ConnectionTest = Schemas["MarketplaceConnectionTestOutput"];
export type Budget = Schemas["MarketplaceGaugeOutput"];
export type GlobalSettings = Schemas["MarketplaceGlobalSettingsOutput"];
export type SettingsChanges = Schemas["MarketplaceGlobalSettingsValuesRequest"];

/** What is known of a marketplace through its key. */
export const proxyKeys = { of: (service: Service) => ["proxy", service] };

/** A minute's budget moves second by second. */
const POLL_BUDGET_MS = 5000;

/** The marketplace may take all the time it is given; the answer to us comes a little later. */
const TEST_MARGIN_MS = 15_000;

/** The configuration in effect, null when neither the person nor the system has one. */
export const configurationQuery = (service: Service, userId = currentUser().id) =>
  pathQuery("/api/configs/{service}", { path: { service }, query: { userId } });

type ConfigurationValues = { apiKey: string; baseUrl: string; timeout: number; enabledEndpoints?: readonly string[] };

export function saveConfiguration(service: Service, userId: number, values: ConfigurationValues) {
  const { enabledEndpoints, ...address } = values;
  const body = { userId, service, ...address, ...(enabledEndpoints && { enabledEndpoints: [...enabledEndpoints] }) };
  return api.post("/api/configs/{service}", { path: { service }, body });
}

export const resetConfiguration = (service: Service, userId: number) =>
  api.post("/api/configs/{service}/reset", { path: { service }, body: { userId } });

/** Makes a real call with the values given, or with what is stored. */
export const testConnection = (service: Service, userId: number, values?: ConfigurationValues) =>
  api.post("/api/configs/{service}/test", {
    path: { service },
    body: { userId, ...values },
    ...(values && { timeoutMs: values.timeout + TEST_MARGIN_MS }),
  });

/** Moves the saved GameBoost key of a person to version 2, once that has answered to it. */
export const moveToVersion2 = (userId: number) => api.post("/api/configs/gameboost/use-v2", { body: { userId } });

/** What may still go out this minute with the key in effect for whoever looks. */
export const budgetQuery = (service: Service) => ({
  ...pathQuery("/api/configs/{service}/budget", { path: { service }, query: { userId: currentUser().id } }),
  refetchInterval: POLL_BUDGET_MS,
});

export const globalSettingsQuery = () => pathQuery("/api/settings", { query: { userId: currentUser().id } });

/** Saves the settings given; the other ones stay. */
export const saveGlobalSettings = (settings: SettingsChanges) =>
  api.post("/api/settings", { body: { userId: currentUser().id, settings } });

export type UploadSettings = Schemas["BulkDescriptionsOutput"];
export type Descriptions = Omit<UploadSettings, "userId" | "updatedAt">;

export const uploadSettingsQuery = (userId: number) =>
  pathQuery("/api/employee-settings/{user_id}", { path: { user_id: userId } });
export const saveUploadSettings = (userId: number, body: Descriptions) =>
  api.patch("/api/employee-settings/{user_id}", { path: { user_id: userId }, body });

/** What GameBoost signs its calls with. */
export const webhookQuery = (userId: number) => pathQuery("/api/configs/gameboost/webhook", { query: { userId } });
/** An empty secret forgets the one that is kept. */
export const saveWebhook = (userId: number, secret: string) =>
  api.put("/api/configs/gameboost/webhook", { body: { userId, secret } });
