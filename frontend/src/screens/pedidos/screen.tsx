import { listQuery } from "@/api/client";
import type { Order } from "@/api/orders";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { money, relative } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { deadlineOf, ORDER_STATES } from "@/screens/pedidos/states";
import { ListCard, useList } from "@/shared/lists/list-card";
import { PersonName } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { type Option, optionsFrom } from "@/ui/fields";
import { actionsColumn, type Column, column, TwoLines } from "@/ui/table";

const EvidenceDialog = lazy(() => import("@/screens/pedidos/evidence-dialog"));

const STATES = optionsFrom(ORDER_STATES);
const WAITING: Option[] = [{ value: "true", label: "Esperam por nós" }];
const DECISIONS = optionsFrom({ open: "A decidir", done: "Decididos" });
const POLL_MS = 15_000;

/** What was bought, what waits for us first: until when, what is at stake, and what there is to show. */
export function OrdersScreen({ games, services }: { games: Option[]; services: Option[] }) {
  const isAdmin = currentUser().role === "admin";
  const orders = useList((query) => listQuery("/api/orders", { query }), {
    linked: ["id", "account"],
    filters: [
      { name: "waiting", label: "Prazo", all: "Com e sem prazo", options: WAITING },
      { name: "decision", label: "Decisão", all: "Com e sem decisão", options: DECISIONS },
      { name: "state", label: "Situação", all: "Todas as situações", options: STATES },
      { name: "game", label: "Jogo", all: "Todos os jogos", options: games },
      { name: "service", label: "Marketplace", all: "Todos os marketplaces", options: services },
    ].filter(({ name }) => isAdmin || name !== "decision"),
    poll: POLL_MS,
  });
  const evidence = useOpening<Order>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <ListCard
        title="Pedidos"
        list={orders}
        rowKey={({ id }) => id}
        columns={columns({ isAdmin, now: orders.query.dataUpdatedAt, show: evidence.show })}
        searchLabel="Buscar título, pedido ou anúncio"
        empty={{
          icon: "inbox",
          title: "Nenhum pedido ainda",
          description: "Cada venda aparece aqui em até um minuto, as do GameBoost quando a chave é da versão 2.",
        }}
      />
      {evidence.dialog(EvidenceDialog, (order) => ({ order }))}
    </div>
  );
}

type ColumnsOf = { isAdmin: boolean; now: number; show: (order: Order) => void };

function columns({ isAdmin, now, show }: ColumnsOf): Column<Order>[] {
  return [
    column("Pedido", ({ title, remoteId, gameTitle, market }) => (
      <TwoLines first={title} second={`${remoteId} · ${market} · ${gameTitle}`} />
    )),
    column("Situação", { phone: "side" }, ({ state, reason, stake, decision }) => (
      <>
        <Badge {...ORDER_STATES[state]} />
        {stake && !decision && <Badge tone="warn">A decidir</Badge>}
        {reason && <span className="mt-1 block text-sm text-muted max-sm:hidden">{reason}</span>}
      </>
    )),
    column("Prazo", { phone: "bare" }, (order) => {
      const deadline = deadlineOf(order, now);
      if (!deadline) {
        return (
          <>
            <span className="max-sm:hidden">—</span>
            <span className="sm:hidden">{priceOf(order)}</span>
          </>
        );
      }
      return (
        <span className="block">
          <strong className={deadline.isUrgent ? "block text-bad" : "block"}>{deadline.left}</strong>
          {deadline.fine && <span className="block text-sm text-muted max-sm:hidden">{deadline.fine}</span>}
        </span>
      );
    }),
    column("Valor", { align: "end", phone: "hidden" }, priceOf),
    column("Comprado", { phone: "hidden" }, ({ boughtAt }) => relative(boughtAt)),
    ...(isAdmin ? [column<Order>("Pessoa", { phone: "hidden" }, ({ by }) => (by ? <PersonName {...by} /> : "—"))] : []),
    actionsColumn((order) => (
      <Button size="sm" icon="file" aria-label={`Provas do pedido ${order.remoteId}`} onClick={() => show(order)}>
        Provas
      </Button>
    )),
  ];
}

const priceOf = ({ price }: Order) => (price ? money(price, "EUR") : "—");

mount("pedidos", OrdersScreen);
