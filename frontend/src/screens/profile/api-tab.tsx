import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/api/client";
import { configurationQuery } from "@/api/configs";
import { setTraining } from "@/api/training";
import { appContext } from "@/lib/app-context";
import { rethrowWithMessage } from "@/lib/errors";
import { toast } from "@/lib/toast";
import { SYSTEM_USER_ID } from "@/shared/marketplace/configuration";
import ConfigurationCard from "@/shared/marketplace/configuration-form";
import { managementLabels } from "@/shared/marketplace/service";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { Switch } from "@/ui/fields";

const KEPT = "A sua configuração é o padrão do sistema: nada muda nela.";
const REPLACED = "Sua chave, URL base e timeout serão apagados, e a API padrão do sistema passa a ser usada.";

const FORM_LABELS = {
  ...managementLabels("gameboost"),
  save: "Salvar",
  saveFailed: "Não foi possível salvar as configurações da API GameBoost",
  loadFailed: "Não foi possível carregar suas configurações de API.",
};

/** The person's own key with its address and timeout, or the system's (product: market.configuration); 'Redefinir para
 * Padrão' leads back to the latter (product: profile.reset). */
export default function ApiTab({ userId }: { userId: number }) {
  const client = useQueryClient();
  const [resetting, setResetting] = useState(false);
  const { mutateAsync: reset } = useMutation({
    // A 404 here is no lost page: the server's sentence says that there is no system default.
    mutationFn: (_cancel: () => void) =>
      api
        .post("/api/configs/{service}/reset", { path: { service: "gameboost" }, body: { userId } })
        .catch(rethrowWithMessage((reason) => reason)),
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
        labels={FORM_LABELS}
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

/** The person's own switch; nothing where the installation has no sandbox to practise in. */
export function TrainingSwitch() {
  const { available, active } = appContext().training ?? { available: false, active: false };
  const { mutate, isPending } = useMutation({ mutationFn: setTraining });
  if (!available) return null;
  return (
    <section className="card mt-4 p-4">
      <Switch
        label="Ensaio"
        description="Suas execuções e chamadas vão para um marketplace de ensaio: nada é publicado e nenhum ganho é creditado. O que já está em andamento continua onde começou."
        checked={active}
        disabled={isPending}
        onChange={mutate}
      />
    </section>
  );
}
