import { useMutation, useQueryClient } from "@tanstack/react-query";
import { configurationQuery, resetConfiguration } from "@/api/configs";
import { rethrowWithMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { isSystemOwner } from "@/screens/profile/configuration";
import { ConfirmDialog } from "@/ui/confirm-dialog";

const REPLACED = "Sua chave, URL base e timeout serão apagados, e a API padrão do sistema passa a ser usada.";
const UNCHANGED = "A sua configuração é o padrão do sistema: nada muda nela.";

type ResetDialogProps = { userId: number; open: boolean; onClose: () => void; onReset: () => void };

/** 'Redefinir para Padrão with confirmation dialog Confirmar Redefinição'. */
export function ResetDialog({ userId, open, onClose, onReset }: ResetDialogProps) {
  const client = useQueryClient();
  const { mutateAsync: reset } = useMutation({
    // A 404 here is no lost page: the server's sentence says that there is no system default.
    mutationFn: () => resetConfiguration("gameboost", userId).catch(rethrowWithMessage((reason) => reason)),
    onSuccess: (configuration) => {
      client.setQueryData(configurationQuery("gameboost", userId).queryKey, configuration);
      onReset();
      toast.success("Configuração redefinida para o padrão do sistema");
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Confirmar Redefinição"
      description={isSystemOwner(userId) ? UNCHANGED : REPLACED}
      confirmLabel="Redefinir para Padrão"
      destructive
      onConfirm={() => reset()}
    />
  );
}
