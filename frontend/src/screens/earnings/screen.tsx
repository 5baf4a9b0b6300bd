import { useQuery } from "@tanstack/react-query";
import { api, listQuery, type Row, type Schemas } from "@/api/client";
import { type EarningGroup, paidQuery, pendingEarningsQuery, receiptHref, statementHref } from "@/api/earnings";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { date, dateTime, integer, money, plural } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { AmountButton, earningLabel, Linked } from "@/shared/earnings/earning";
import { NextPayment } from "@/shared/earnings/next-payment";
import { ListCard, useList } from "@/shared/lists/list-card";
import { PagedCard, usePages } from "@/shared/lists/paged-card";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Button, DownloadLink } from "@/ui/button";
import { Card, EmptyState } from "@/ui/card";
import { Downloads } from "@/ui/downloads";
import { FigureCard, StatCard, StatGrid } from "@/ui/stat-card";
import { actionsColumn, type Column, column, TwoLines } from "@/ui/table";

const CreditsDialog = lazy(() => import("@/screens/earnings/credits-dialog"));
const EarningExplanationDialog = lazy(() => import("@/shared/earnings/explanation-dialog"));

const GROUPS = "/api/earnings/{user_id}/groups";
const STATUSES = ["pending", "paid"].map((value) => ({ value, label: earningLabel(value).label }));

/** What became of the accounts that a person created, and their pay for them. */
type Production = Schemas["BulkProductionOutput"];

/** What somebody earned by run and task, and what was paid of it. */
export function EarningsScreen({ person, production }: { person: PersonChoice; production?: Production | null }) {
  const pending = useQuery(pendingEarningsQuery(person.id, 1));
  const paid = useQuery(paidQuery(person.id));
  return (
    <div className="grid grid-cols-1 gap-5">
      <StatGrid>
        <FigureCard label="A receber" icon="wallet" query={pending} of={({ total }) => money(total)} />
        <FigureCard label="Já recebido" icon="circle-check" query={paid} of={({ total }) => money(total)} />
        <NextPayment />
      </StatGrid>
      <Groups person={person} />
      <Payouts person={person} />
      {production && (
        <Card title="Produção" padded={false}>
          <StatGrid>
            <StatCard label="Criadas" value={integer(production.accounts)} />
            <StatCard label="Vendidas" value={integer(production.sold)} />
            <StatCard label="Reembolsadas" value={integer(production.refunded)} />
            <StatCard label="Ganho por elas" value={money(production.pay)} />
          </StatGrid>
        </Card>
      )}
    </div>
  );
}

/** A run or a task. One that was credited once says why at once; the others open to their accounts. */
function Groups({ person }: { person: PersonChoice }) {
  const groups = useList((query) => listQuery(GROUPS, { path: { user_id: person.id }, query }), {
    filters: [
      { name: "status", label: "Situação", all: "Todas as situações", options: STATUSES },
      { name: "start", label: "De" },
      { name: "end", label: "Até" },
    ],
  });
  const opened = useOpening<EarningGroup>();
  const why = useOpening<EarningGroup>();
  const { filters } = groups.state;
  const { start = "", end = "" } = filters;
  return (
    <>
      <ListCard
        title="Ganhos"
        actions={
          <Downloads
            of="Extrato"
            formats={["pdf", "csv"]}
            hrefOf={(format) => statementHref(person.id, format, { start, end })}
          />
        }
        list={groups}
        rowKey={({ sourceKind, groupId }) => `${sourceKind} ${groupId}`}
        columns={columns((group) => (group.creditsCount === 1 ? why : opened).show(group))}
        empty={{ icon: "wallet", title: "Nenhum ganho encontrado" }}
      />
      {opened.dialog(CreditsDialog, (group) => ({ group, person, filters }))}
      {why.dialog(EarningExplanationDialog, ({ earningId, title }) => ({
        earning: { id: earningId, description: title, user: person },
      }))}
    </>
  );
}

function columns(onOpen: (group: EarningGroup) => void): Column<EarningGroup>[] {
  return [
    column("Origem", ({ kind, title, url, lastAt }) => (
      <TwoLines
        first={<Linked className="hover:underline" to={url} title={title} />}
        second={kind === title ? date(lastAt) : `${date(lastAt)} · ${kind}`}
      />
    )),
    column("Contas", { align: "end" }, ({ accountsCount }) => integer(accountsCount)),
    column("Situação", { phone: "bare" }, ({ amount, pending }) => {
      if (Number(pending) === 0) return <Badge {...earningLabel("paid")} />;
      return <Badge tone="warn">{pending === amount ? "Pendente" : `Pendente ${money(pending)}`}</Badge>;
    }),
    column("Valor", { align: "end", phone: "side" }, (group) => (
      <AmountButton
        amount={group.amount}
        description={group.title}
        says={group.creditsCount === 1 ? undefined : `Ver ${plural(group.creditsCount, "ganho", "ganhos")}`}
        onPress={() => onOpen(group)}
      />
    )),
  ];
}

const ReasonDialog = lazy(() => import("@/ui/reason-dialog"));

const PAYOUTS = "/api/earnings/{user_id}/payouts";
const SHOWN = 5;

type Receipt = Row<typeof PAYOUTS>;

/** What was paid, each with its receipt; admins can undo it. */
function Payouts({ person }: { person: PersonChoice }) {
  const undoing = useOpening<Receipt>();
  const isAdmin = currentUser().role === "admin";
  return (
    <>
      <PagedCard
        title="Pagamentos"
        {...usePages((query) => listQuery(PAYOUTS, { path: { user_id: person.id }, query }), SHOWN)}
        columns={payoutColumns(isAdmin ? undoing.show : undefined)}
        empty={<EmptyState title="Nenhum pagamento ainda" icon="wallet" />}
      />
      {undoing.dialog(ReasonDialog, ({ id, amount }) => ({
        title: `Desfazer pagamento ${id}`,
        description: `${money(amount)} voltam ao saldo pendente de ${nameOf(person)} como um ganho novo. O pagamento continua no histórico, marcado como desfeito.`,
        submitLabel: "Desfazer pagamento",
        hint: `${nameOf(person)} recebe um aviso com este motivo.`,
        send: (reason) =>
          api.post("/api/earnings/payouts/{payout_id}/undo", { path: { payout_id: id }, body: { reason } }),
        done: `${money(amount)} voltaram ao saldo pendente de ${nameOf(person)}.`,
        invalidates: ["earnings"] as const,
      }))}
    </>
  );
}

function payoutColumns(onUndo: ((payout: Receipt) => void) | undefined): Column<Receipt>[] {
  return [
    column("Pagamento", ({ id, by, undone }) => (
      <span>
        Pagamento {id}
        {by && <span className="text-muted"> · por {nameOf(by)}</span>} {undone && <Badge tone="neutral">Desfeito</Badge>}
      </span>
    )),
    column("Data", { phone: "bare" }, ({ createdAt }) => dateTime(createdAt)),
    column("Valor", { align: "end", phone: "side", className: "font-medium" }, ({ amount }) => money(amount)),
    actionsColumn((payout) => (
      <span className="flex justify-end gap-2">
        {onUndo && !payout.undone && (
          <Button size="sm" icon="undo" onClick={() => onUndo(payout)}>
            Desfazer
          </Button>
        )}
        <DownloadLink size="sm" href={receiptHref(payout.id)}>
          Recibo
        </DownloadLink>
      </span>
    )),
  ];
}

mount("earnings", EarningsScreen);
