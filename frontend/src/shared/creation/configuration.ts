/** The marketplace configuration in effect. */
import { useQuery } from "@tanstack/react-query";
import { pathQuery } from "@/api/query";
import { currentUser } from "@/lib/app-context";

export type Configuration = { apiKey: string; baseUrl: string; isSystemDefault?: boolean };

const MASK = "••••";

/** The query; its data is null when neither the person nor the system has a configuration. */
export function useConfiguration() {
  return useQuery(pathQuery<Configuration | null>(`/api/configs/gameboost?userId=${currentUser().id}`));
}

/** '••••1234': the owner's own key comes in clear, and is not shown here either. */
export function maskedKey({ apiKey }: Configuration): string {
  return apiKey.startsWith(MASK) ? apiKey : MASK + apiKey.slice(-4);
}

/** 'api.gameboost.com'. */
export function host({ baseUrl }: Configuration): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
