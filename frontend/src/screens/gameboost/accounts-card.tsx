import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { toast } from "@/lib/toast";
import { useOpening } from "@/lib/use-opening";
import { useUrlState } from "@/lib/use-url-state";
import { type Account, type AccountPage, accountsQuery, hasNext, loginQuery } from "@/screens/gameboost/account";
import { AccountsCards } from "@/screens/gameboost/accounts-cards";
import { AccountsTable } from "@/screens/gameboost/accounts-table";
import { type Abilities, type AccountsViewProps, useSelection } from "@/screens/gameboost/accounts-view";
import { SelectionBar } from "@/screens/gameboost/selection-bar";
import { useAccountWrites } from "@/screens/gameboost/use-account-writes";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { Announcement } from "@/ui/live-region";
import { SearchInput } from "@/ui/search-input";
import { EmptyState, ErrorState } from "@/ui/states";
import { Tabs } from "@/ui/tabs";

const NONE = "Nenhuma conta encontrada na API GameBoost";

export function AccountsCard({ can }: { can: Abilities }) {
  const [page, setPage] = useState(1);
  const [login, setLogin] = useState("");
  const selection = useSelection();
  const deleting = useOpening<Account>();
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
          <NoAccounts login={login} page={page} onClear={() => search("")} />
        ) : (
          <Accounts query={query} selection={selection} can={can} onDelete={deleting.show} />
        )}
      </div>
      {login === "" && !hasNone && <Pages page={page} last={!query.data || !hasNext(query.data)} onTurn={turn} />}
      {deleting.dialog((props, account) => (
        <DeleteDialog
          account={account}
          onDelete={() => {
            deleted.current = true;
          }}
          {...props}
        />
      ))}
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

function NoAccounts({ login, page, onClear }: { login: string; page: number; onClear: () => void }) {
  if (login !== "") {
    return (
      <EmptyState
        icon="search"
        title="Nenhuma conta com este login"
        description={login}
        action={<Button onClick={onClear}>Ver todas</Button>}
      />
    );
  }
  return <EmptyState icon="store" title={page === 1 ? NONE : "Não há mais contas"} />;
}

/** 'Next enabled only with 10 or more accounts'. 'Previous always disabled' is true of the first page. */
function Pages({ page, last, onTurn }: { page: number; last: boolean; onTurn: (page: number) => void }) {
  return (
    <nav aria-label="Páginas" className="flex items-center justify-between gap-4 border-line border-t px-4 py-2">
      <Announcement className="text-sm text-muted tabular-nums" text={`Página ${page}`} />
      <div className="flex gap-2">
        <Button size="sm" disabled={page === 1} onClick={() => onTurn(page - 1)}>
          Anterior
        </Button>
        <Button size="sm" disabled={last} onClick={() => onTurn(page + 1)}>
          Próxima
        </Button>
      </div>
    </nav>
  );
}

type DeleteDialogProps = { account: Account; open: boolean; onClose: () => void; onDelete: () => void };

function DeleteDialog({ account, onDelete, ...rest }: DeleteDialogProps) {
  const { remove } = useAccountWrites();
  return (
    <ConfirmDialog
      {...rest}
      title="Tem certeza que deseja excluir esta conta?"
      description={`${account.attributes.title} (#${account.id}) sai do GameBoost e não volta.`}
      confirmLabel="Excluir"
      destructive
      onConfirm={() => {
        onDelete();
        return remove(account);
      }}
    />
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
      <SearchInput
        label="Login da conta"
        className="sm:max-w-80"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
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
