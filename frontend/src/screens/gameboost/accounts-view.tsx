import { clsx } from "clsx";
import { useState } from "react";
import { type Account, coverOf, nextStatus } from "@/screens/gameboost/account";
import { useAccountWrites } from "@/screens/gameboost/use-account-writes";
import { Button, IconButton } from "@/ui/button";
import { Icon } from "@/ui/icon";

/** What both forms of the list are given. */
export type AccountsViewProps = {
  /** Undefined while they are on their way. */
  accounts: readonly Account[] | undefined;
  selection: Selection;
  can: Abilities;
  onDelete: (account: Account) => void;
};

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

/** Ids that were ticked. */
export type Selection = {
  has: (id: string) => boolean;
  toggle: (id: string, on: boolean) => void;
  replace: (ids: readonly string[]) => void;
};

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id) => ids.has(id),
    toggle: (id, on) => setIds((now) => new Set(on ? [...now, id] : [...now].filter((each) => each !== id))),
    replace: (next) => setIds(new Set(next)),
  };
}

/** The account's first picture, or the place of one, which `empty` shapes. */
export function Cover({ account, className, empty }: { account: Account; className: string; empty?: string }) {
  const url = coverOf(account);
  if (url) return <img src={url} alt="" loading="lazy" className={clsx("bg-sunken object-cover", className)} />;
  return (
    <span className={clsx("grid place-items-center bg-sunken text-muted", className, empty)}>
      <Icon name="image" />
    </span>
  );
}
