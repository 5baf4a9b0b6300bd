import { useMutation, useQueryClient } from "@tanstack/react-query";
import { proxyKeys } from "@/api/proxy";
import { rethrowWithMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { switchToV2, withResumedRuns } from "@/shared/marketplace/configuration";

export const USE_V2 = "Usar a versão 2";
const V2_IN_USE = "A chave usa a versão 2 da API do GameBoost.";
/** Whose configuration is the system's default. */
export const SYSTEM_USER_ID = 1;

/** Moves the saved GameBoost key of a person to version 2. What stands in the way is told as the server says it. */
export function useSwitchToV2(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => switchToV2(client, userId).catch(rethrowWithMessage((reason) => reason)),
    onSuccess: (saved) => {
      toast.success(withResumedRuns(V2_IN_USE, saved));
      return client.invalidateQueries({ queryKey: proxyKeys.of("gameboost") });
    },
  });
}
