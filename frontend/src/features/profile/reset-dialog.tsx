import { useMutation, useQueryClient } from "@tanstack/react-query";
import { configurationQuery, isSystemOwner, resetConfiguration } from "@/features/profile/configuration";
import { ApiError } from "@/lib/errors";
import { toast } from "@/lib/toast";
import { ConfirmDialog } from "@/ui/confirm-dialog";

const REPLACED = "Sua chave, URL base e timeout serão apagados, e a API padrão do sistema passa a ser usada.";
const UNCHANGED = "A sua configuração é o padrão do sistema: nada muda nela.";

type ResetDialogProps = { userId: number; open: boolean; onClose: () => void; onReset: () => void };

/** 'Redefinir para Padrão with confirmation dialog Confirmar Redefinição' (document 1 §2 'Profile'). */
export function ResetDialog({ userId, open, onClose, onReset }: ResetDialogProps) {
  const client = useQueryClient();
  const { mutateAsync: reset } = useMutation({
    mutationFn: () => resetConfiguration(userId).catch(sayingWhy),
    onSuccess: (configuration) => {
      client.setQueryData(configurationQuery(userId).queryKey, configuration);
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

/** A 404 here is no lost page: the server's sentence says that there is no system default. */
function sayingWhy(error: unknown): never {
  if (error instanceof ApiError && error.status === 404 && error.serverMessage) {
    throw new ApiError(error.status, error.serverMessage, error.data);
  }
  throw error;
}
