/** Configurations of the marketplaces, and the settings that act on everybody's calls. */
import { api, pathQuery, type Schemas } from "@/api/client";
import { currentUser } from "@/lib/app-context";

export type Service = Schemas["ServiceEnum"];
export type Configuration = Schemas["MarketplaceConfigurationOutput"];
export type ConnectionTest = Schemas["MarketplaceConnectionTestOutput"];
export type Budget = Schemas["MarketplaceGaugeOutput"];
export type GlobalSettings = Schemas["MarketplaceGlobalSettingsOutput"];
export type SettingsChanges = Schemas["MarketplaceGlobalSettingsValuesRequest"];

/** What a marketplace answered to calls with the key of a configuration (api/proxy). */
export const proxyKeys = { of: (service: Service) => ["proxy", service] };

/** A minute's budget moves second by second. */
const POLL_BUDGET_MS = 5000;

/** The configuration in effect, null when neither the person nor the system has one. */
export const configurationQuery = (service: Service, userId = currentUser().id) =>
  pathQuery("/api/configs/{service}", { path: { service }, query: { userId } });

/** What may still go out this minute with the key in effect for whoever looks. */
export const budgetQuery = (service: Service) => ({
  ...pathQuery("/api/configs/{service}/budget", { path: { service }, query: { userId: currentUser().id } }),
  refetchInterval: POLL_BUDGET_MS,
});

export const globalSettingsQuery = () => pathQuery("/api/settings", { query: { userId: currentUser().id } });

/** Saves the settings given; the other ones stay. */
export const saveGlobalSettings = (settings: SettingsChanges) =>
  api.post("/api/settings", { body: { userId: currentUser().id, settings } });
