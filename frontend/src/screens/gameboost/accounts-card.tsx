import { keepPreviousData, type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Account, AccountPage } from "@/api/gameboost";
import { callProxy, proxyQuery } from "@/api/proxy";
import { rethrowWithMessage } from "@/lib/errors";
import { money, plural } from "@/lib/format";
import { useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { useUrlState } from "@/lib/use-url-state";
import { fetchFailed, loginQuery } from "@/screens/gameboost/account";
import { gameName } from "@/shared/marketplace/service";
import { Announcement } from "@/ui/announcement";
import { Badge, type Label, type Tone } from "@/ui/badge";
import { Button, Icon, IconButton } from "@/ui/button";
import { Card, EmptyState, ErrorState, Skeleton } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { Checkbox, SearchInput } from "@/ui/fields";
import { actionsColumn, type Column, column, PageTurner, selectColumn, Table, Tick, TwoLines } from "@/ui/table";
import { Tabs } from "@/ui/tabs";

type WritableStatus = "listed" | "draft";

const PAGE_SIZE = 10;

function accountsQuery(page: number) {
  const params = { with_data: false, page, per_page: PAGE_SIZE };
  return proxyQuery("/api/proxy/gameboost/accounts", { params }, (answer) =>
    answer.catch(rethrowWithMessage(fetchFailed)),
  );
}

function hasNext({ data, meta }: AccountPage): boolean {
  const isLast = meta?.to !== undefined && meta.to === meta.total;
  return data.length >= PAGE_SIZE && !isLast;
}

/** The status that a button changes to, if one does (product: market.statuses). */
const nextStatus = ({ attributes: { status } }: Account): WritableStatus | null => NEXT_STATUSES[status] ?? null;

const NEXT_STATUSES: Record<string, WritableStatus> = { Draft: "listed", Listed: "draft" };

const STATUS_TONES: Record<string, Tone> = {
  Listed: "good",
  Sold: "accent",
  Pending: "warn",
  Processing: "info",
  Refunded: "bad",
};

/** A status that is new is shown as the marketplace writes it. */
function statusLabel(status: string): Label {
  return { label: status || "Desconhecido", tone: STATUS_TONES[status] ?? "neutral" };
}

const METHODS: Record<string, string> = { Handmade: "À mão", Botted: "Por bot" };

/** How the account was levelled, '' where the marketplace does not say. */
const methodName = (method: string): string => METHODS[method] ?? method;

function priceLabel(price: Account["attributes"]["price"]): string {
  const amount = Number(price ?? Number.NaN);
  return Number.isNaN(amount) ? "—" : money(amount, "EUR");
}

/** The first picture that this page may show: its Content-Security-Policy lets no foreign address in. */
function coverOf({ attributes: { images } }: Account): string | undefined {
  return images?.find(
    (url) => URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin,
  );
}

const NONE = "Nenhuma conta encontrada na API GameBoost";

export function AccountsCard({ can }: { can: Abilities }) {
  const [page, setPage] = useState(1);
  const [login, setLogin] = useState("");
  const selection = useSelection();
  const deleting = useOpening<Account>();
  const { remove } = useAccountWrites();
  const query = useQuery({ ...(login ? loginQuery(login) : accountsQuery(page)), placeholderData: keepPreviousData });
  const turn = (to: number) => {
    setPage(to);
    selection.replace([]);
  };
  const search = (wanted: string) => {
    setLogin(wanted);
    turn(1);
  };
  const isWholeList = login === "" && page === 1;
  const isEmpty = query.data?.data.length === 0;
  const hasNone = isEmpty && isWholeList;
  // What a deletion says of itself is not to be covered by what the list says when it is read anew.
  const deleted = useRef(false);
  useAnnouncements(query, isWholeList, deleted);
  return (
    <Card
      title="Contas"
      description="O que esta chave tem no GameBoost."
      actions={
        <Button icon="refresh" busy={query.isFetching} onClick={() => query.refetch()}>
          Atualizar
        </Button>
      }
      padded={false}
    >
      <LoginSearch value={login} onSearch={search} />
      {/* The room of most pages of accounts: a short one does not pull up what stands below. */}
      <div className={clsx("min-h-140", isEmpty && "grid items-center xl:min-h-0")}>
        {isEmpty ? (
          login === "" ? (
            <EmptyState icon="store" title={page === 1 ? NONE : "Não há mais contas"} />
          ) : (
            <EmptyState
              icon="search"
              title="Nenhuma conta com este login"
              description={login}
              action={<Button onClick={() => search("")}>Ver todas</Button>}
            />
          )
        ) : (
          <Accounts query={query} selection={selection} can={can} onDelete={deleting.show} />
        )}
      </div>
      {login === "" && !hasNone && (
        <PageTurner isFirst={page === 1} isLast={!query.data || !hasNext(query.data)} onTurn={(by) => turn(page + by)}>
          <Announcement className="text-sm text-muted tabular-nums" text={`Página ${page}`} />
        </PageTurner>
      )}
      {deleting.dialog(ConfirmDialog, (account) => ({
        title: "Tem certeza que deseja excluir esta conta?",
        description: `${account.attributes.title} (#${account.id}) sai do GameBoost e não volta.`,
        confirmLabel: "Excluir",
        destructive: true,
        onConfirm: () => {
          deleted.current = true;
          return remove(account);
        },
      }))}
    </Card>
  );
}

/** Says once for every answer what has a documented toast. */
function useAnnouncements(query: UseQueryResult<AccountPage>, isWholeList: boolean, deleted: RefObject<boolean>): void {
  const answered = useEffectEvent(() => {
    const isAfterDeletion = deleted.current;
    deleted.current = false;
    if (!isAfterDeletion && isWholeList && query.data?.data.length === 0) toast.info(NONE);
  });
  const failed = useEffectEvent(() => {
    if (query.error) toast.error(query.error.message);
  });
  useEffect(() => {
    if (query.dataUpdatedAt > 0) answered();
  }, [query.dataUpdatedAt]);
  useEffect(() => {
    if (query.errorUpdatedAt > 0) failed();
  }, [query.errorUpdatedAt]);
}

function Accounts({ query, ...rest }: Omit<AccountsViewProps, "accounts"> & { query: UseQueryResult<AccountPage> }) {
  const [view, setView] = useUrlState("vista", "table");
  const accounts = query.data?.data;
  if (query.isError && !accounts) return <ErrorState error={query.error} onRetry={query.refetch} />;
  return (
    <>
      <SelectionBar accounts={accounts ?? []} selection={rest.selection} can={rest.can} />
      <div
        className={clsx(
          "transition-opacity [&_[role=tablist]]:mb-0 [&_[role=tablist]]:px-4",
          query.isPlaceholderData && "opacity-60",
        )}
      >
        <Tabs
          label="Vista"
          value={view}
          onChange={setView}
          tabs={[
            { value: "table", label: "Table", content: <AccountsTable accounts={accounts} {...rest} /> },
            { value: "cards", label: "Cards", content: <AccountsCards accounts={accounts} {...rest} /> },
          ]}
        />
      </div>
    </>
  );
}

/** Looks a whole login up, on request: every look-up is a call to the marketplace. */
function LoginSearch({ value, onSearch }: { value: string; onSearch: (login: string) => void }) {
  const [typed, setTyped] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  const clear = () => {
    setTyped("");
    onSearch("");
  };
  return (
    <form className="flex gap-2 border-line border-b px-4 py-3" onSubmit={submit}>
      <SearchInput label="Login da conta" className="sm:max-w-80" autoComplete="off" value={typed} onChange={setTyped} />
      <Button type="submit" aria-label="Buscar conta">
        Buscar
      </Button>
      {value !== "" && (
        <Button variant="ghost" onClick={clear}>
          Limpar
        </Button>
      )}
    </form>
  );
}

function AccountsCards({ accounts, ...rest }: AccountsViewProps) {
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
          <Badge {...statusLabel(status)} />
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

type SelectionBarProps = { accounts: readonly Account[]; selection: Selection; can: Abilities };

const ACTS: { to: WritableStatus; label: string; effect: string }[] = [
  { to: "listed", label: "Publicar", effect: "Ficam à venda assim que o GameBoost aceitar." },
  { to: "draft", label: "Despublicar", effect: "Saem da venda e voltam a ser rascunhos." },
];

/** Everything on the page, ticked or not, and what can be done with what is ticked. */
function SelectionBar({ accounts, selection, can }: SelectionBarProps) {
  const { setStatusOfMany } = useAccountWrites();
  const asking = useOpening<(typeof ACTS)[number] & { ids: string[] }>();
  const changeable = accounts.filter((account) => nextStatus(account) !== null);
  const chosen = changeable.filter(({ id }) => selection.has(id));
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
      <Checkbox
        label={chosen.length === 0 ? "Selecionar todas da página" : plural(chosen.length, "selecionada", "selecionadas")}
        disabled={changeable.length === 0}
        checked={chosen.length > 0 && chosen.length === changeable.length}
        onChange={(on) => selection.replace(on ? changeable.map(({ id }) => id) : [])}
      />
      {chosen.length > 0 && (
        <div className="ml-auto flex flex-wrap gap-2">
          {ACTS.map((act) => {
            const ids = chosen.filter((account) => nextStatus(account) === act.to).map(({ id }) => id);
            return (
              <Button
                key={act.to}
                size="sm"
                disabled={ids.length === 0 || !can.statuses}
                onClick={() => asking.show({ ...act, ids })}
              >
                {act.label} ({ids.length})
              </Button>
            );
          })}
        </div>
      )}
      {asking.dialog(ConfirmDialog, ({ ids, to, label, effect }) => ({
        title: `${label} ${plural(ids.length, "conta", "contas")}?`,
        description: effect,
        confirmLabel: label,
        onConfirm: async () => {
          await setStatusOfMany({ ids, to });
          selection.replace([]);
        },
      }))}
    </div>
  );
}

function AccountsTable(props: AccountsViewProps) {
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
function SelectBox({ account, selection }: { account: Account } & Pick<AccountsViewProps, "selection">) {
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

type AccountsViewProps = {
  /** Undefined while they are on their way. */
  accounts: readonly Account[] | undefined;
  selection: Selection;
  can: Abilities;
  onDelete: (account: Account) => void;
};

export type Abilities = { status: boolean; statuses: boolean; delete: boolean; create: boolean };

type AccountActionsProps = { account: Account; can: Abilities; onDelete: (account: Account) => void };

/** Publish or unpublish, as the status offers, and delete. Many accounts have the same title: the login tells them apart. */
function AccountActions({ account, can, onDelete }: AccountActionsProps) {
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

type Selection = ReturnType<typeof useSelection>;

function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id: string) => ids.has(id),
    toggle: (id: string, on: boolean) =>
      setIds((now) => new Set(on ? [...now, id] : [...now].filter((each) => each !== id))),
    replace: (next: readonly string[]) => setIds(new Set(next)),
  };
}

/** The account's first picture, or the place of one, which `empty` shapes. */
function Cover({ account, className, empty }: { account: Account; className: string; empty?: string }) {
  const url = coverOf(account);
  if (url) return <img src={url} alt="" loading="lazy" className={clsx("bg-sunken object-cover", className)} />;
  return (
    <span className={clsx("grid place-items-center bg-sunken text-muted", className, empty)}>
      <Icon name="image" />
    </span>
  );
}

const STATUS_FAILED = (reason: string) => `Falha ao atualizar status da conta: ${reason}`;

const RELOADS = { invalidates: ["proxy/gameboost"] } as const;

/** What is changed of accounts; the list is read again after each change. */
function useAccountWrites() {
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
      callProxy("/api/proxy/gameboost/accounts/status/bulk", {
        method: "PATCH",
        data: { accounts: ids.map(Number), status: to },
      }).catch(rethrowWithMessage(STATUS_FAILED)),
    onSuccess: ({ errors = [] }, { ids, to }) => {
      if (errors.length > 0) toast.error(STATUS_FAILED(errors.map(({ id, message }) => `#${id} ${message}`).join("\n")));
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
