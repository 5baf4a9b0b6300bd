import { useQuery } from "@tanstack/react-query";
import {
  type EarningGroup,
  groupsQuery,
  type Production,
  paidQuery,
  pendingEarningsQuery,
  statementHref,
} from "@/api/earnings";
import { mount } from "@/app/mount";
import { counted, date, integer, money } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { Payouts } from "@/screens/earnings/payouts";
import { AmountButton, earningLabel, Linked } from "@/shared/earnings/earning";
import { NextPayment } from "@/shared/earnings/next-payment";
import { DayFilter, Filter, ListCard, useListState, useServerList } from "@/shared/lists/list-card";
import type { PersonChoice } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Card } from "@/ui/card";
import { Downloads } from "@/ui/downloads";
import { FigureCard, StatCard, StatGrid } from "@/ui/stat-card";
import { type Column, column, TwoLines } from "@/ui/table";

const CreditsDialog = lazy(() => import("@/screens/earnings/credits-dialog"));
const EarningExplanationDialog = lazy(() => import("@/shared/earnings/explanation-dialog"));

const STATUSES = ["pending", "paid"].map((value) => ({ value, label: earningLabel(value).label }));

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
  const state = useListState({ filters: ["status", "start", "end"] });
  const groups = useServerList(groupsQuery(person.id), state);
  const opened = useOpening<EarningGroup>();
  const why = useOpening<EarningGroup>();
  const { start = "", end = "" } = state.filters;
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
        state={state}
        query={groups}
        rowKey={({ sourceKind, groupId }) => `${sourceKind} ${groupId}`}
        columns={columns((group) => (group.creditsCount === 1 ? why : opened).show(group))}
        filters={
          <>
            <Filter name="status" label="Situação" all="Todas as situações" options={STATUSES} state={state} />
            <DayFilter name="start" label="De" state={state} />
            <DayFilter name="end" label="Até" state={state} />
          </>
        }
        empty={{ icon: "wallet", title: "Nenhum ganho encontrado" }}
      />
      {opened.dialog(CreditsDialog, (group) => ({ group, person, filters: state.filters }))}
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
        second={kind === title ? date(lastAt) : `${kind} · ${date(lastAt)}`}
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
        says={group.creditsCount === 1 ? undefined : `Ver ${counted(group.creditsCount, "ganho", "ganhos")}`}
        onPress={() => onOpen(group)}
      />
    )),
  ];
}

mount("earnings", EarningsScreen);
