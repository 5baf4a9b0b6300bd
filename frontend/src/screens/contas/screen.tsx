import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, listQuery } from "@/api/client";
import { type StockAccount, type StockListing, undoPrices } from "@/api/stock";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { timeLeft } from "@/lib/clock";
import { money, plural, relative } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { ACCOUNT_STATES, isListed } from "@/screens/contas/labels";
import { ListCard, useList } from "@/shared/lists/list-card";
import { PersonName } from "@/shared/people/person-name";
import { Badge, Status } from "@/ui/badge";
import { Button, Icon, type IconName } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { type Option, optionsFrom } from "@/ui/fields";
import { Masked } from "@/ui/masked";
import { actionsColumn, type Column, column, selectColumn, Tick, TwoLines } from "@/ui/table";

const TimelineDialog = lazy(() => import("@/screens/contas/dialogs"), "TimelineDialog");
const PriceDialog = lazy(() => import("@/screens/contas/dialogs"), "PriceDialog");
const RulesDialog = lazy(() => import("@/screens/contas/dialogs"), "RulesDialog");

const STATES = optionsFrom(ACCOUNT_STATES);
const AGES: Option[] = [7, 30, 90].map((days) => ({ value: String(days), label: `${days} dias ou mais` }));
const POLL_MS = 15_000;
const POLL_CLOSING_MS = 2000;

/** Accounts over markets: where each is on sale, and where it was sold. */
export function StockScreen({ games, services }: { games: Option[]; services: Option[] }) {
  const isAdmin = currentUser().role === "admin";
  const accounts = useList((query) => listQuery("/api/stock", { query }), {
    linked: ["id"],
    filters: [
      { name: "state", label: "Situação", all: "Todas as situações", options: STATES },
      { name: "game", label: "Jogo", all: "Todos os jogos", options: games },
      { name: "service", label: "Marketplace", all: "Todos os marketplaces", options: services },
      { name: "days", label: "Anunciada há", all: "Qualquer idade", options: AGES },
    ],
    poll: (rows) => (rows.some(isMoving) ? POLL_CLOSING_MS : POLL_MS),
  });
  const [chosen, setChosen] = useState<ReadonlyMap<number, StockAccount>>(new Map());
  const [asked, setAsked] = useState<{ batch: string; count: number } | null>(null);
  const timeline = useOpening<StockAccount>();
  const closing = useOpening<number[]>();
  const pricing = useOpening<StockAccount[]>();
  const ruling = useOpening<null>();
  const choose = (account: StockAccount, isChosen: boolean) => {
    setChosen(new Map(isChosen ? [...chosen, [account.id, account]] : [...chosen].filter(([id]) => id !== account.id)));
    setAsked(null);
  };
  const clear = () => setChosen(new Map());
  // As the list shows them now: of one that was sold meanwhile nothing is changed any more.
  const now = new Map(accounts.query.data?.rows.map((account) => [account.id, account]));
  const current = [...chosen.values()].map((account) => now.get(account.id) ?? account).filter(isListed);
  const { mutateAsync: close } = useMutation({
    meta: { invalidates: ["stock"], done: "Os anúncios serão encerrados em seguida." },
    mutationFn: (ids: number[]) => api.post("/api/stock/close", { body: { ids } }),
    onSuccess: clear,
  });
  const { mutate: undo, isPending: undoing } = useMutation({
    meta: { invalidates: ["stock"] },
    mutationFn: undoPrices,
    onSuccess: ({ undone }) => toast.success(`${plural(undone, "preço volta", "preços voltam")} ao que era.`),
    onSettled: () => setAsked(null),
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListCard
        title="Contas"
        actions={
          isAdmin && (
            <Button size="sm" icon="settings" onClick={() => ruling.show(null)}>
              Regras de preço
            </Button>
          )
        }
        list={accounts}
        rowKey={({ id }) => id}
        columns={columns({ isAdmin, now: accounts.query.dataUpdatedAt, chosen, choose, show: timeline.show })}
        searchLabel="Buscar título ou login"
        empty={{
          icon: "inbox",
          title: "Nenhuma conta ainda",
          description: "Cada conta anunciada aparece aqui, com todos os marketplaces em que está.",
        }}
      />
      {current.length > 0 && (
        <div className={BAR}>
          <strong className="mr-auto">{plural(current.length, "conta selecionada", "contas selecionadas")}</strong>
          <Button icon="edit" onClick={() => pricing.show(current)}>
            Mudar preços
          </Button>
          <Button variant="danger" icon="stop" onClick={() => closing.show(current.map(({ id }) => id))}>
            Encerrar anúncios
          </Button>
        </div>
      )}
      {asked && current.length === 0 && (
        <div className={BAR}>
          <strong className="mr-auto">{plural(asked.count, "preço está mudando", "preços estão mudando")}</strong>
          <Button icon="undo" busy={undoing} onClick={() => undo(asked.batch)}>
            Desfazer
          </Button>
        </div>
      )}
      {timeline.dialog(TimelineDialog, (account) => ({ account }))}
      {closing.dialog(ConfirmDialog, (ids) => ({
        title: "Encerrar anúncios",
        description: `Os anúncios de ${plural(ids.length, "conta", "contas")} saem de todos os marketplaces.`,
        confirmLabel: "Encerrar",
        destructive: true,
        onConfirm: () => close(ids),
      }))}
      {ruling.dialog(RulesDialog, () => ({ games, services }))}
      {pricing.dialog(PriceDialog, (accounts) => ({
        accounts,
        onAsked: (batch: string, count: number) => {
          clear();
          toast.success("Os preços mudam um a um, assim que o marketplace aceitar.");
          setAsked({ batch, count });
        },
      }))}
    </div>
  );
}

const BAR = "card sticky bottom-3 z-10 flex flex-wrap items-center gap-3 px-4 py-3 shadow-pop";

const isMoving = ({ state, listings }: StockAccount) =>
  state === "closing" || listings.some(({ prices }) => prices[0]?.dueAt && !prices[0].error);

type ColumnsOf = {
  isAdmin: boolean;
  now: number;
  chosen: ReadonlyMap<number, StockAccount>;
  choose: (account: StockAccount, isChosen: boolean) => void;
  show: (account: StockAccount) => void;
};

function columns({ isAdmin, now, chosen, choose, show }: ColumnsOf): Column<StockAccount>[] {
  return [
    selectColumn((account) => (
      <Tick
        label={`Selecionar ${account.title}`}
        disabled={!isListed(account)}
        checked={chosen.has(account.id) && isListed(account)}
        onChange={(isChosen) => choose(account, isChosen)}
      />
    )),
    column("Conta", { phone: "title" }, ({ game, title, gameTitle, login }) => (
      <span className="min-w-0 items-center gap-3 sm:flex">
        <Icon name={game as IconName} className="text-lg text-muted max-xl:hidden" />
        <TwoLines
          first={title}
          second={
            <>
              {gameTitle} · <Masked text={login} />
            </>
          }
        />
      </span>
    )),
    column("Situação", { phone: "side" }, ({ state }) => <Badge {...ACCOUNT_STATES[state]} />),
    column("Anúncios", { phone: "bare" }, ({ listings }) => (
      <span className="flex gap-x-2 gap-y-1 sm:grid">
        {listings.map((listing) => (
          <Listing key={listing.id} listing={listing} now={now} />
        ))}
      </span>
    )),
    column("Anunciada", { phone: "hidden" }, ({ listedAt }) => relative(listedAt)),
    ...(isAdmin ? [column<StockAccount>("Pessoa", { phone: "hidden" }, ({ by }) => <PersonName {...by} />)] : []),
    actionsColumn((account) => (
      <Button size="sm" icon="clock" onClick={() => show(account)}>
        Histórico
      </Button>
    )),
  ];
}

function Listing({ listing, now }: { listing: StockListing; now: number }) {
  const { market, price, state, nextTryAt, error, prices } = listing;
  const [last] = prices;
  const lastTry = state === "closing" && error ? { error, dueAt: nextTryAt } : last;
  return (
    <span className="block">
      <span className="flex flex-wrap gap-x-2">
        <span className="max-sm:hidden">{market}</span>
        {price && <span className="text-muted tabular-nums">{money(price, "EUR")}</span>}
        {last?.dueAt && <span className="tabular-nums">→ {money(last.after, "EUR")}</span>}
        <span className="max-sm:hidden">
          <Status {...ACCOUNT_STATES[state]} />
        </span>
      </span>
      {lastTry?.error && (state === "closing" || isListed(listing)) && (
        <span className="block text-sm text-bad">
          {lastTry.error}
          {lastTry.dueAt && ` Nova tentativa: ${timeLeft(lastTry.dueAt, now)}.`}
        </span>
      )}
    </span>
  );
}

mount("contas", StockScreen);
