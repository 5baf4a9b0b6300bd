import { type Account, nextStatus } from "@/screens/gameboost/account";
import { useAccountWrites } from "@/screens/gameboost/use-account-writes";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";

/** Which calls the configuration enables. */
export type Abilities = { status: boolean; statuses: boolean; delete: boolean; create: boolean };

type AccountActionsProps = { account: Account; can: Abilities; onDelete: (account: Account) => void };

/** Publish or unpublish, as the status offers, and delete. Many accounts have the same title: the login tells them apart. */
export function AccountActions({ account, can, onDelete }: AccountActionsProps) {
  const { setStatus, changing } = useAccountWrites();
  const to = nextStatus(account);
  const { title, login } = account.attributes;
  const label = to === "listed" ? "Publicar" : "Despublicar";
  return (
    <span className="inline-flex items-center gap-1">
      {to && (
        <Button
          size="sm"
          busy={changing}
          disabled={!can.status}
          aria-label={`${label} ${title}`}
          aria-description={login}
          onClick={() => setStatus({ account, to })}
        >
          {label}
        </Button>
      )}
      <IconButton
        icon="trash"
        size="sm"
        disabled={!can.delete}
        label={`Excluir ${title}`}
        aria-description={login}
        onClick={() => onDelete(account)}
      />
    </span>
  );
}
