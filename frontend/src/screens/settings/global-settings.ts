/** The settings that act on everybody's calls. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { globalSettingsQuery, type SettingsChanges, saveGlobalSettings } from "@/api/configs";
import { rethrowWithMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";

export const LOAD_FAILED = "Falha ao carregar configurações globais";

/** Saves the settings that one form holds; the other ones stay. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: SettingsChanges) =>
      saveGlobalSettings(settings).catch(rethrowWithMessage(() => "Falha ao salvar configurações globais")),
    onSuccess: (saved) => {
      client.setQueryData(globalSettingsQuery().queryKey, saved);
      toast.success("Configurações globais salvas com sucesso");
    },
  });
}
