import { type Account, nextStatus, PAGE_SIZE, priceLabel, statusLabel } from "@/screens/gameboost/account";
import { AccountActions, type AccountsViewProps, Cover } from "@/screens/gameboost/accounts-view";
import { gameName } from "@/shared/marketplace/service";
import { Badge } from "@/ui/badge";
import { actionsColumn, type Column, Table } from "@/ui/table";

/** The accounts as rows. */
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
      className: "sm:w-8",
      cell: (account) => <SelectBox account={account} selection={selection} />,
    },
    { key: "account", header: "Conta", cell: (account) => <Name account={account} /> },
    { key: "game", header: "Jogo", cell: ({ attributes }) => gameName(attributes.game_slug) },
    { key: "price", header: "Preço", align: "end", cell: ({ attributes }) => priceLabel(attributes.price) },
    { key: "status", header: "Status", cell: ({ attributes }) => <StatusBadge status={attributes.status} /> },
    actionsColumn((account) => <AccountActions account={account} can={can} onDelete={onDelete} />),
  ];
}

function Name({ account }: { account: Account }) {
  const { title, login } = account.attributes;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Cover account={account} className="h-9 w-12 flex-none rounded-sm max-sm:hidden" />
      <span className="min-w-0">
        <span className="line-clamp-2 font-medium wrap-anywhere">{title}</span>
        <span className="block text-sm text-muted wrap-anywhere">
          #{account.id} · {login}
        </span>
      </span>
    </span>
  );
}

export function StatusBadge({ status }: { status: string }) {
  const { label, tone } = statusLabel(status);
  return <Badge tone={tone}>{label}</Badge>;
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
