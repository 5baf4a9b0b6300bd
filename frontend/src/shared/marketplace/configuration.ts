/** What is known of a configuration beyond its values. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/api/client";
import { type Configuration, type ConnectionTest, configurationQuery, proxyKeys, type Service } from "@/api/configs";
import { rethrowWithMessage } from "@/lib/errors";
import { plural } from "@/lib/format";
import { toast } from "@/lib/toast";

/** What the server writes in front of a key's last four characters; it keeps the stored key when it comes back. */
export const KEY_MASK = "••••";

export const LOAD_FAILED = "Failed to load API configuration";

/** The configuration in effect; its data is null when neither the person nor the system has one. */
export const useConfiguration = (service: Service = "gameboost") => useQuery(configurationQuery(service));

/** What a test or a save tells, and how many runs that paused for the key go on by it. */
export function withResumedRuns(text: string, { resumedRuns }: Pick<ConnectionTest, "resumedRuns">): string {
  if (!resumedRuns) return text;
  return `${text.replace(/\.$/, "")}. ${plural(resumedRuns, "execução continua", "execuções continuam")}.`;
}

/** '••••1234': the owner's own key comes in clear, and is not shown here either. */
export function maskedKey({ apiKey }: Configuration): string {
  return apiKey.startsWith(KEY_MASK) ? apiKey : KEY_MASK + apiKey.slice(-4);
}

export const host = ({ baseUrl }: Configuration): string => (URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl);

export const USE_V2 = "Usar a versão 2";
export const SYSTEM_USER_ID = 1;

/** Moves the saved GameBoost key of a person to version 2, once that has answered to it. What stands in the way is told as the server says it. */
export function useSwitchToV2(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api.post("/api/configs/gameboost/use-v2", { body: { userId } }).catch(rethrowWithMessage((reason) => reason)),
    onSuccess: async (saved) => {
      client.setQueryData(configurationQuery("gameboost", userId).queryKey, saved);
      // Whoever uses the system's key is led by it too.
      await client.invalidateQueries({ queryKey: configurationQuery("gameboost").queryKey });
      toast.success(withResumedRuns("A chave usa a versão 2 da API do GameBoost.", saved));
      return client.invalidateQueries({ queryKey: proxyKeys.of("gameboost") });
    },
  });
}
