import { useMutation } from "@tanstack/react-query";
import { proxyKeys } from "@/api/configs";
import { callProxy } from "@/api/proxy";
import { rethrowWithMessage } from "@/lib/errors";
import { toast } from "@/lib/toast";
import type { Account, WritableStatus } from "@/screens/gameboost/account";

const STATUS_FAILED = (reason: string) => `Falha ao atualizar status da conta: ${reason}`;

/** Where the marketplace refused some of several, it says which and why. */
type Refusals = { errors?: { id: string; message: string }[] };

const RELOADS = { invalidates: [{ queryKey: proxyKeys.of("gameboost") }] };

/** What is changed of accounts; 'After any status change or delete the list is reloaded'. */
export function useAccountWrites() {
  const status = useMutation({
    meta: RELOADS,
    mutationFn: ({ account, to }: { account: Account; to: WritableStatus }) =>
      callProxy("/api/proxy/gameboost/accounts/{remote_id}/status", {
        method: "PATCH",
        path: { remote_id: account.id },
        data: { status: to },
      }).catch(rethrowWithMessage(STATUS_FAILED)),
    onSuccess: (_, { to }) => toast.success(`Status da conta atualizado para ${to}`),
  });
  const statuses = useMutation({
    meta: RELOADS,
    mutationFn: ({ ids, to }: { ids: string[]; to: WritableStatus }) =>
      callProxy<Refusals>("/api/proxy/gameboost/accounts/status/bulk", {
        method: "PATCH",
        data: { accounts: ids.map(Number), status: to },
      }).catch(rethrowWithMessage(STATUS_FAILED)),
    onSuccess: ({ errors = [] }, { ids, to }) => {
      if (errors.length > 0)
        toast.error(STATUS_FAILED(errors.map(({ id, message }) => `#${id} ${message}`).join("\n")));
      else toast.success(`Status de ${ids.length} conta(s) atualizado para ${to}`);
    },
  });
  const removal = useMutation({
    meta: { ...RELOADS, done: "Conta excluída com sucesso" },
    mutationFn: ({ id }: Account) =>
      callProxy("/api/proxy/gameboost/accounts/{remote_id}", { method: "DELETE", path: { remote_id: id } }).catch(
        rethrowWithMessage((reason) => `Falha ao excluir conta: ${reason}`),
      ),
  });

  return {
    setStatus: status.mutate,
    changing: status.isPending,
    setStatusOfMany: statuses.mutateAsync,
    remove: removal.mutateAsync,
  };
}
