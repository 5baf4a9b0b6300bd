import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { configurationQuery, resetConfiguration } from "@/api/configs";
import { rethrowWithMessage } from "@/lib/errors";
import { toast } from "@/lib/toast";
import { SYSTEM_USER_ID } from "@/shared/marketplace/configuration";
import ConfigurationCard from "@/shared/marketplace/configuration-form";
import { managementLabel } from "@/shared/marketplace/service";
import { TrainingSwitch } from "@/shared/marketplace/training-switch";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";

const KEPT = "A sua configuração é o padrão do sistema: nada muda nela.";
const REPLACED = "Sua chave, URL base e timeout serão apagados, e a API padrão do sistema passa a ser usada.";

const WORDS = {
  ...managementLabel("gameboost"),
  save: "Salvar",
  saveFailed: "Não foi possível salvar as configurações da API GameBoost",
  loadFailed: "Não foi possível carregar suas configurações de API.",
};

/** 'Masked API key with show/hide toggle (editable only in edit mode), base URL, timeout in ms, buttons Alterar/Salvar and
 * Redefinir para Padrão …; shows last-update date or a note that the system default API is in use'. */
export default function ApiTab({ userId }: { userId: number }) {
  const client = useQueryClient();
  const [resetting, setResetting] = useState(false);
  const { mutateAsync: reset } = useMutation({
    // A 404 here is no lost page: the server's sentence says that there is no system default.
    mutationFn: (_cancel: () => void) =>
      resetConfiguration("gameboost", userId).catch(rethrowWithMessage((reason) => reason)),
    onSuccess: (configuration, cancel) => {
      client.setQueryData(configurationQuery("gameboost", userId).queryKey, configuration);
      cancel();
      toast.success("Configuração redefinida para o padrão do sistema");
    },
  });
  return (
    <>
      <ConfigurationCard
        title="API GameBoost"
        service="gameboost"
        userId={userId}
        words={WORDS}
        readFirst
        actions={({ busy, cancel }) => (
          <>
            <Button icon="undo" disabled={busy} onClick={() => setResetting(true)}>
              Redefinir para Padrão
            </Button>
            <ConfirmDialog
              open={resetting}
              onClose={() => setResetting(false)}
              title="Confirmar Redefinição"
              description={userId === SYSTEM_USER_ID ? KEPT : REPLACED}
              confirmLabel="Redefinir para Padrão"
              destructive
              onConfirm={() => reset(cancel)}
            />
          </>
        )}
      />
      <TrainingSwitch />
    </>
  );
}
