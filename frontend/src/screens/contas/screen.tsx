import { useState } from "react";
import { type StockAccount, type StockListing, stockQuery } from "@/api/stock";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { counted, money, relative } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { ACCOUNT_STATES } from "@/screens/contas/states";
import { Filter, ListCard, useListState, useServerList } from "@/shared/lists/list-card";
import { PersonName } from "@/shared/people/person-name";
import { Badge, Status } from "@/ui/badge";
import { Button } from "@/ui/button";
import type { Option } from "@/ui/fields";
import { Icon, type IconName } from "@/ui/icon";
import { Masked } from "@/ui/masked";
import { actionsColumn, type Column, TwoLines } from "@/ui/table";

const TimelineDialog = lazy(() => import("@/screens/contas/timeline-dialog"));
const CloseDialog = lazy(() => import("@/screens/contas/close-dialog"));

const STATES: Option[] = Object.entries(ACCOUNT_STATES).map(([value, { label }]) => ({ value, label }));
const AGES: Option[] = [7, 30, 90].map((days) => ({ value: String(days), label: `${days} dias ou mais` }));
const POLL_MS = 15_000;
const POLL_CLOSING_MS = 2000;

/** Accounts over markets: where each is on sale, and where it was sold. */
export function StockScreen({ games, services }: { games: Option[]; services: Option[] }) {
  const isAdmin = currentUser().role === "admin";
  const state = useListState({ filters: ["id", "game", "state", "service", "days"] });
  const accounts = useServerList(stockQuery, state, (rows) =>
    rows.some((account) => account.state === "closing") ? POLL_CLOSING_MS : POLL_MS,
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const timeline = useOpening<StockAccount>();
  const closing = useOpening<number[]>();
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListCard
        title="Contas"
        state={state}
        query={accounts}
        rowKey={({ id }) => id}
        columns={columns({ isAdmin, chosen, choose, show: timeline.show })}
        searchLabel="Buscar título ou login"
        filters={
          <>
            <Filter name="state" label="Situação" all="Todas as situações" options={STATES} state={state} />
            <Filter name="game" label="Jogo" all="Todos os jogos" options={games} state={state} />
            <Filter name="service" label="Marketplace" all="Todos os marketplaces" options={services} state={state} />
            <Filter name="days" label="Anunciada há" all="Qualquer idade" options={AGES} state={state} />
          </>
        }
        empty={{
          icon: "inbox",
          title: "Nenhuma conta ainda",
          description: "Cada conta anunciada aparece aqui, com todos os marketplaces em que está.",
        }}
      />
      {chosen.size > 0 && (
        <div className="card sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-3 px-4 py-3 shadow-pop">
          <strong>{counted(chosen.size, "conta selecionada", "contas selecionadas")}</strong>
          <Button variant="danger" icon="stop" onClick={() => closing.show([...chosen])}>
            Encerrar anúncios
          </Button>
        </div>
      )}
      {timeline.dialog(TimelineDialog, (account) => ({ account }))}
      {closing.dialog(CloseDialog, (ids) => ({ ids, onClosed: () => setChosen(new Set()) }))}
    </div>
  );
}

type ColumnsOf = {
  isAdmin: boolean;
  chosen: ReadonlySet<number>;
  choose: (id: number, isChosen: boolean) => void;
  show: (account: StockAccount) => void;
};

function columns({ isAdmin, chosen, choose, show }: ColumnsOf): Column<StockAccount>[] {
  const person: Column<StockAccount> = { key: "person", header: "Pessoa", cell: ({ by }) => <PersonName {...by} /> };
  return [
    {
      key: "account",
      header: "Conta",
      cell: ({ id, game, gameTitle, title, login, state }) => (
        <span className="flex min-w-0 items-center gap-3">
          <input
            type="checkbox"
            className="size-4 flex-none"
            aria-label={`Selecionar ${title}`}
            disabled={state !== "on_sale"}
            checked={chosen.has(id)}
            onChange={(event) => choose(id, event.target.checked)}
          />
          <Icon name={game as IconName} className="text-lg text-muted max-sm:hidden" />
          <TwoLines
            first={title}
            second={
              <>
                {gameTitle} · <Masked text={login} />
              </>
            }
          />
        </span>
      ),
    },
    { key: "state", header: "Situação", cell: ({ state }) => <Badge {...ACCOUNT_STATES[state]} /> },
    {
      key: "listings",
      header: "Anúncios",
      cell: ({ listings }) => (
        <span className="grid gap-1">
          {listings.map((listing) => (
            <Listing key={`${listing.market} ${listing.remoteId}`} listing={listing} />
          ))}
        </span>
      ),
    },
    { key: "age", header: "Anunciada", cell: ({ listedAt }) => relative(listedAt) },
    ...(isAdmin ? [person] : []),
    actionsColumn((account) => (
      <Button size="sm" icon="clock" onClick={() => show(account)}>
        Histórico
      </Button>
    )),
  ];
}

function Listing({ listing: { market, price, state, nextTryAt, error } }: { listing: StockListing }) {
  return (
    <span className="block">
      <span className="flex flex-wrap gap-x-2">
        <span>{market}</span>
        {price && <span className="text-muted tabular-nums">{money(price, "EUR")}</span>}
        <Status {...ACCOUNT_STATES[state]} />
      </span>
      {state === "closing" && error && (
        <span className="block text-sm text-bad">
          {error}
          {nextTryAt && ` Nova tentativa ${relative(nextTryAt)}.`}
        </span>
      )}
    </span>
  );
}

mount("contas", StockScreen);
