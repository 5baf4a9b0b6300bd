/** The settings that act on everybody's calls. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { pathQuery } from "@/api/query";
import { api } from "@/lib/api";
import { currentUser } from "@/lib/app-context";
import { toldAs } from "@/lib/refusal";
import type { components } from "@/lib/schema";
import { toast } from "@/lib/toast";

/** The answer always has them all. */
export type GlobalSettings = Required<components["schemas"]["MarketplaceGlobalSettingsOutput"]>;
export type SettingsChanges = components["schemas"]["MarketplaceGlobalSettingsValuesRequest"];

const PATH = "/api/settings";

export const LOAD_FAILED = "Falha ao carregar configurações globais";

export function settingsQuery() {
  return pathQuery<GlobalSettings>(`${PATH}?userId=${currentUser().id}`);
}

/** Saves the settings that one form holds; the other ones stay. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: SettingsChanges) =>
      api
        .post<GlobalSettings>(PATH, { userId: currentUser().id, settings })
        .catch(toldAs(() => "Falha ao salvar configurações globais")),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery().queryKey, saved);
      toast.success("Configurações globais salvas com sucesso");
    },
  });
}
