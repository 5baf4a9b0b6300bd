import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { type Balance, balancesQuery, payoutsHref, totalsQuery } from "@/api/earnings";
import { POLL_EARNINGS_MS } from "@/lib/constants";
import { money, today } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { PaymentDateCard } from "@/screens/admin-panel/payment-date-card";
import { ListCard } from "@/shared/lists/list-card";
import { useListState } from "@/shared/lists/use-list-state";
import { useServerList } from "@/shared/lists/use-server-list";
import { nameOf, type PersonChoice, PersonName } from "@/shared/people/person-name";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { DateField } from "@/ui/date-field";
import { Figure } from "@/ui/figure";
import { Icon } from "@/ui/icon";
import type { Column } from "@/ui/table";

const TransferDialog = lazy(() => import("@/screens/admin-panel/transfer-dialog"));

const ORDERS = [
  { value: "-pending", label: "Maior saldo pendente" },
  { value: "-paid", label: "Mais pagos" },
  { value: "user", label: "Nome" },
];

/** 'Pagamentos': when people are paid, who has money to receive, and what was paid in a month. */
export default function PaymentsTab() {
  const state = useListState({ order: "-pending" });
  const balances = useServerList(balancesQuery, state, POLL_EARNINGS_MS);
  const paying = useOpening<PersonChoice | undefined>();
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <PaymentDateCard />
        <MonthCard />
      </div>
      <ListCard
        title="Saldos"
        actions={
          <Button variant="primary" icon="wallet" onClick={() => paying.show(undefined)}>
            Transferir
          </Button>
        }
        state={state}
        query={balances}
        rowKey={({ user }) => user.id}
        columns={columns(paying.show)}
        searchLabel="Buscar funcionário"
        orders={ORDERS}
        empty={{ icon: "wallet", title: "Nenhum saldo encontrado", description: "Ninguém ganhou nada ainda." }}
      />
      <Suspense>
        {paying.opening && (
          <TransferDialog
            key={paying.opening.number}
            person={paying.opening.subject}
            open={paying.opening.open}
            onClose={paying.close}
          />
        )}
      </Suspense>
    </div>
  );
}

/** 'Payout list as CSV for the month', and the company's totals. */
function MonthCard() {
  const totals = useQuery(totalsQuery());
  const [month, setMonth] = useState(() => today().slice(0, 7));
  return (
    <Card title="Resumo">
      <div className="grid gap-4">
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Total name="A pagar" amount={<Figure query={totals} of={({ pending }) => money(pending)} />} />
          <Total name="Já pago" amount={<Figure query={totals} of={({ paid }) => money(paid)} />} />
        </dl>
        <DateField
          label="Lista de pagamentos do mês"
          type="month"
          className="sm:max-w-48"
          value={month}
          max={today().slice(0, 7)}
          onChange={(event) => setMonth(event.target.value || today().slice(0, 7))}
        />
        <a className="btn btn-secondary justify-self-start" href={payoutsHref(month)} download>
          <Icon name="download" />
          Baixar CSV
        </a>
      </div>
    </Card>
  );
}

function Total({ name, amount }: { name: string; amount: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-2xl font-semibold tabular-nums">{amount}</dd>
    </div>
  );
}

function columns(pay: (person: PersonChoice) => void): Column<Balance>[] {
  return [
    { key: "person", header: "Funcionário", sort: ["user"], cell: ({ user }) => <PersonName {...user} /> },
    { key: "pending", header: "Pendente", align: "end", sort: ["-pending"], cell: ({ pending }) => money(pending) },
    { key: "paid", header: "Pago", align: "end", sort: ["-paid"], cell: ({ paid }) => money(paid) },
    {
      key: "actions",
      header: <span className="sr-only">Ações</span>,
      align: "end",
      cell: ({ user, pending }) => (
        <Button
          size="sm"
          aria-label={`Transferir para ${nameOf(user)}`}
          disabled={Number(pending) === 0}
          onClick={() => pay(user)}
        >
          Transferir
        </Button>
      ),
    },
  ];
}
