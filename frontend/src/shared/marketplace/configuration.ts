/** What is known of a configuration beyond its values. */
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type Configuration, configurationQuery, moveToVersion2, type SavedConfiguration } from "@/api/configs";
import { counted } from "@/lib/format";

/** What the server writes in front of a key's last four characters; it keeps the stored key when it comes back. */
export const MASK = "••••";

export const LOAD_FAILED = "Failed to load API configuration";

/** The GameBoost configuration in effect; its data is null when neither the person nor the system has one. */
export function useConfiguration() {
  return useQuery(configurationQuery("gameboost"));
}

/** Moves the saved GameBoost key of a person to version 2, once that has answered to it. */
export async function switchToV2(client: QueryClient, userId: number): Promise<SavedConfiguration> {
  const saved = await moveToVersion2(userId);
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

/** '••••1234': the owner's own key comes in clear, and is not shown here either. */
export function maskedKey({ apiKey }: Configuration): string {
  return apiKey.startsWith(MASK) ? apiKey : MASK + apiKey.slice(-4);
}

/** 'api.gameboost.com'. */
export function host({ baseUrl }: Configuration): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
