import { clsx } from "clsx";
import { useState } from "react";
import { type Account, coverOf, nextStatus, PAGE_SIZE, priceLabel, statusLabel } from "@/screens/gameboost/account";
import { useAccountWrites } from "@/screens/gameboost/use-account-writes";
import { gameName } from "@/shared/marketplace/service";
import { Badge } from "@/ui/badge";
import { Button, IconButton } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { actionsColumn, type Column, column, selectColumn, Table, Tick, TwoLines } from "@/ui/table";

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
    selectColumn((account) => <SelectBox account={account} selection={selection} />),
    column("Conta", { phone: "title" }, (account) => (
      <span className="min-w-0 items-center gap-3 sm:flex">
        <Cover account={account} className="h-9 w-12 flex-none rounded-sm max-sm:hidden" />
        <TwoLines first={account.attributes.title} second={`#${account.id} · ${account.attributes.login}`} />
      </span>
    )),
    column("Jogo", { phone: "hidden" }, ({ attributes }) => gameName(attributes.game_slug)),
    column("Preço", { align: "end", phone: "side" }, ({ attributes }) => priceLabel(attributes.price)),
    column("Status", { phone: "bare" }, ({ attributes }) => <Badge {...statusLabel(attributes.status)} />),
    actionsColumn((account) => <AccountActions account={account} can={can} onDelete={onDelete} />),
  ];
}

/** Accounts whose status cannot be changed cannot be chosen. */
export function SelectBox({ account, selection }: { account: Account } & Pick<AccountsViewProps, "selection">) {
  return (
    <Tick
      label={`Selecionar ${account.attributes.title}`}
      aria-description={account.attributes.login}
      disabled={nextStatus(account) === null}
      checked={selection.has(account.id)}
      onChange={(on) => selection.toggle(account.id, on)}
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

export type Selection = ReturnType<typeof useSelection>;

export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id: string) => ids.has(id),
    toggle: (id: string, on: boolean) =>
      setIds((now) => new Set(on ? [...now, id] : [...now].filter((each) => each !== id))),
    replace: (next: readonly string[]) => setIds(new Set(next)),
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
