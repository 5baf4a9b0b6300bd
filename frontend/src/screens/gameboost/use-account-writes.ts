import { useMutation } from "@tanstack/react-query";
import { proxyKeys } from "@/api/configs";
import { rethrowWithMessage } from "@/lib/errors";
import { toast } from "@/lib/toast";
import {
  type Account,
  deleteAccount,
  setStatus,
  setStatusOfMany,
  type WritableStatus,
} from "@/screens/gameboost/account";

const STATUS_FAILED = (reason: string) => `Falha ao atualizar status da conta: ${reason}`;

const RELOADS = { invalidates: [{ queryKey: proxyKeys.of("gameboost") }] };

/** What is changed of accounts; 'After any status change or delete the list is reloaded'. */
export function useAccountWrites() {
  const status = useMutation({
    meta: RELOADS,
    mutationFn: ({ account, to }: { account: Account; to: WritableStatus }) =>
      setStatus(account.id, to).catch(rethrowWithMessage(STATUS_FAILED)),
    onSuccess: (_, { to }) => toast.success(`Status da conta atualizado para ${to}`),
  });
  const statuses = useMutation({
    meta: RELOADS,
    mutationFn: ({ ids, to }: { ids: string[]; to: WritableStatus }) =>
      setStatusOfMany(ids, to).catch(rethrowWithMessage(STATUS_FAILED)),
    onSuccess: ({ errors = [] }, { ids, to }) => {
      if (errors.length > 0)
        toast.error(STATUS_FAILED(errors.map(({ id, message }) => `#${id} ${message}`).join("\n")));
      else toast.success(`Status de ${ids.length} conta(s) atualizado para ${to}`);
    },
  });
  const removal = useMutation({
    meta: RELOADS,
    mutationFn: (account: Account) =>
      deleteAccount(account.id).catch(rethrowWithMessage((reason) => `Falha ao excluir conta: ${reason}`)),
    onSuccess: () => toast.success("Conta excluída com sucesso"),
  });

  return {
    setStatus: status.mutate,
    changing: status.isPending,
    setStatusOfMany: statuses.mutateAsync,
    remove: removal.mutateAsync,
  };
}
