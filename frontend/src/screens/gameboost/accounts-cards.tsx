import { type Account, methodName, priceLabel } from "@/screens/gameboost/account";
import { SelectBox, StatusBadge } from "@/screens/gameboost/accounts-table";
import { AccountActions, type AccountsViewProps, Cover } from "@/screens/gameboost/accounts-view";
import { gameName } from "@/shared/marketplace/service";
import { Icon } from "@/ui/icon";
import { Skeleton } from "@/ui/states";

/** The accounts as cards, with what a row has no room for. */
export function AccountsCards({ accounts, ...rest }: AccountsViewProps) {
  return (
    <ul className="grid gap-4 p-4 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]" aria-busy={!accounts}>
      {accounts?.map((account) => <AccountCard key={account.id} account={account} {...rest} />) ??
        [1, 2, 3].map((place) => <Skeleton key={place} className="h-64" />)}
    </ul>
  );
}

type AccountCardProps = { account: Account } & Omit<AccountsViewProps, "accounts">;

function AccountCard({ account, selection, can, onDelete }: AccountCardProps) {
  const { title, login, status, price, server, is_featured, ...attributes } = account.attributes;
  const facts = [gameName(attributes.game_slug), server, methodName(attributes.level_up_method)].filter(Boolean);
  return (
    <li className="flex min-w-0 flex-col overflow-hidden rounded-md border border-line">
      <Cover account={account} className="aspect-4/3 w-full" empty="max-sm:aspect-auto max-sm:h-16" />
      <div className="flex flex-1 flex-col gap-2 p-3">
        <div className="flex items-center gap-2">
          <SelectBox account={account} selection={selection} />
          <StatusBadge status={status} />
          {is_featured && <Icon name="star" className="text-warn" />}
          {is_featured && <span className="sr-only">Em destaque</span>}
        </div>
        <h3 className="line-clamp-2 font-medium wrap-anywhere">{title}</h3>
        <p className="text-sm text-muted wrap-anywhere">
          #{account.id} · {login}
        </p>
        <p className="text-sm text-muted">{facts.join(" · ")}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
          <span className="font-semibold tabular-nums">{priceLabel(price)}</span>
          <AccountActions account={account} can={can} onDelete={onDelete} />
        </div>
      </div>
    </li>
  );
}
