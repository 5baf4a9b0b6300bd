import { clsx } from "clsx";
import { useState } from "react";
import { type Account, coverOf, nextStatus, PAGE_SIZE, priceLabel, statusLabel } from "@/screens/gameboost/account";
import { useAccountWrites } from "@/screens/gameboost/use-account-writes";
import { gameName } from "@/shared/marketplace/service";
import { Badge } from "@/ui/badge";
import { Button, IconButton } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { actionsColumn, type Column, Table, TwoLines } from "@/ui/table";

export function AccountsTable(props: AccountsViewProps) {
  return (
    <Table
      caption="Contas no GameBoost"
      columns={columns(props)}
      rows={props.accounts}
      rowKey={({ id }) => id}
      expectedRows={PAGE_SIZE}
      empty={null}
    />
  );
}

function columns({ selection, can, onDelete }: AccountsViewProps): Column<Account>[] {
  return [
    {
      key: "select",
      header: <span className="sr-only">Seleção</span>,
      phone: "side",
      className: "sm:w-8",
      cell: (account) => <SelectBox account={account} selection={selection} />,
    },
    { key: "account", header: "Conta", phone: "title", cell: (account) => <Name account={account} /> },
    { key: "game", header: "Jogo", phone: "bare", cell: ({ attributes }) => gameName(attributes.game_slug) },
    {
      key: "price",
      header: "Preço",
      align: "end",
      phone: "side",
      cell: ({ attributes }) => priceLabel(attributes.price),
    },
    {
      key: "status",
      header: "Status",
      phone: "bare",
      cell: ({ attributes }) => <Badge {...statusLabel(attributes.status)} />,
    },
    actionsColumn((account) => <AccountActions account={account} can={can} onDelete={onDelete} />),
  ];
}

function Name({ account }: { account: Account }) {
  const { title, login } = account.attributes;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Cover account={account} className="h-9 w-12 flex-none rounded-sm max-sm:hidden" />
      <TwoLines first={title} second={`#${account.id} · ${login}`} />
    </span>
  );
}

/** Accounts whose status cannot be changed cannot be chosen. */
export function SelectBox({ account, selection }: { account: Account } & Pick<AccountsViewProps, "selection">) {
  return (
    <input
      type="checkbox"
      className="size-4"
      aria-label={`Selecionar ${account.attributes.title}`}
      aria-description={account.attributes.login}
      disabled={nextStatus(account) === null}
      checked={selection.has(account.id)}
      onChange={(event) => selection.toggle(account.id, event.target.checked)}
    />
  );
}

export type AccountsViewProps = {
  /** Undefined while they are on their way. */
  accounts: readonly Account[] | undefined;
  selection: Selection;
  can: Abilities;
  onDelete: (account: Account) => void;
};

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
