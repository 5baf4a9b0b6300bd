import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addressOf, api, listQuery } from "@/api/client";
import { type Balance, type PaymentSchedule, scheduleQuery, totalsQuery } from "@/api/earnings";
import { POLL_EARNINGS_MS, POLL_PAYMENT_SCHEDULE_MS } from "@/lib/constants";
import { ApiError } from "@/lib/errors";
import { money, today } from "@/lib/format";
import { changedFields } from "@/lib/is-equal";
import { lazy, useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { useHeldPage } from "@/lib/use-held-page";
import { PaymentDate } from "@/shared/earnings/earning";
import { ListCard, useList } from "@/shared/lists/list-card";
import { nameOf, type PersonChoice, PersonName } from "@/shared/people/person-name";
import { Button, DownloadLink } from "@/ui/button";
import { Card, QueryResult, Skeleton } from "@/ui/card";
import { optionsFrom, TextField } from "@/ui/fields";
import { Figure } from "@/ui/stat-card";
import { actionsColumn, type Column, column } from "@/ui/table";
import { DateField } from "@/ui/value-fields";

const TransferDialog = lazy(() => import("@/screens/admin-panel/money-dialogs"), "TransferDialog");

const ORDERS = optionsFrom({ "-pending": "Maior saldo pendente", "-paid": "Mais pagos", user: "Nome" });

/** 'Pagamentos': when people are paid, who has money to receive, and what was paid in a month. */
export default function PaymentsTab() {
  const balances = useList((query) => listQuery("/api/earnings/balances", { query }), {
    orders: ORDERS,
    poll: POLL_EARNINGS_MS,
  });
  const paying = useOpening<PersonChoice | undefined>();
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Data de pagamento">
          <QueryResult query={useQuery(SCHEDULE)} fallback={<Skeleton className="h-52" />}>
            {(schedule) => <Editor schedule={schedule} />}
          </QueryResult>
        </Card>
        <MonthCard />
      </div>
      <div className="max-sm:-order-1">
        <ListCard
          title="Saldos"
          actions={
            <Button variant="primary" icon="wallet" onClick={() => paying.show(undefined)}>
              Transferir
            </Button>
          }
          list={balances}
          rowKey={({ user }) => user.id}
          columns={columns(paying.show)}
          searchLabel="Buscar funcionário"
          empty={{ icon: "wallet", title: "Nenhum saldo encontrado", description: "Ninguém ganhou nada ainda." }}
        />
      </div>
      {paying.dialog(TransferDialog, (person) => ({ person }))}
    </div>
  );
}

/** The company's totals, and a month's payouts as CSV (product: earnings.statements). */
function MonthCard() {
  const totals = useQuery(totalsQuery());
  const total = (name: string, of: "pending" | "paid") => (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-2xl font-semibold tabular-nums">
        <Figure query={totals} of={(amounts) => money(amounts[of])} />
      </dd>
    </div>
  );
  const [month, setMonth] = useState(() => today().slice(0, 7));
  return (
    <Card title="Resumo">
      <div className="grid gap-4">
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          {total("A pagar", "pending")}
          {total("Já pago", "paid")}
        </dl>
        <DateField
          label="Lista de pagamentos do mês"
          type="month"
          className="sm:max-w-48"
          value={month}
          max={today().slice(0, 7)}
          onChange={(event) => setMonth(event.target.value || today().slice(0, 7))}
        />
        <DownloadLink className="justify-self-start" href={addressOf("/api/earnings/payouts.csv", { query: { month } })}>
          Baixar CSV
        </DownloadLink>
      </div>
    </Card>
  );
}

function columns(pay: (person: PersonChoice) => void): Column<Balance>[] {
  return [
    column("Funcionário", ({ user }) => <PersonName {...user} />),
    column("Pendente", { align: "end", phone: "side" }, ({ pending }) => money(pending)),
    column("Pago", { align: "end" }, ({ paid }) => money(paid)),
    actionsColumn(({ user, pending }) => (
      <Button
        size="sm"
        aria-label={`Transferir para ${nameOf(user)}`}
        disabled={Number(pending) === 0}
        onClick={() => pay(user)}
      >
        Transferir
      </Button>
    )),
  ];
}

const SCHEDULE = scheduleQuery(POLL_PAYMENT_SCHEDULE_MS);

type Values = { nextPaymentDate: string; description: string };

function Editor({ schedule }: { schedule: PaymentSchedule | null }) {
  const client = useQueryClient();
  const { mutateAsync: save } = useMutation({
    meta: { silent: true, done: "Data de pagamento atualizada com sucesso" },
    // Only what was typed: the date may be past by now, or another admin's.
    mutationFn: (body: Values) =>
      schedule
        ? api.patch("/api/payment-schedule/{schedule_id}", {
            path: { schedule_id: schedule.id },
            body: changedFields(body, valuesOf(schedule)),
          })
        : api.post("/api/payment-schedule", { body }),
    onSuccess: (saved) => {
      client.setQueryData(SCHEDULE.queryKey, saved);
      form.reset(valuesOf(saved));
    },
    onError: (refusal) => {
      const known = refusal instanceof ApiError && refusal.status === 400;
      toast.error(known ? refusal.message : "Não foi possível salvar o cronograma de pagamento");
    },
  });
  const form = useForm<Values>({
    initial: valuesOf(schedule),
    validate: ({ nextPaymentDate: day }) =>
      day < today() && day !== schedule?.nextPaymentDate ? { nextPaymentDate: "Data inválida" } : {},
    onSubmit: save,
  });
  useHeldPage(form.changed);
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      <div>
        <p className="text-sm text-muted">Próxima Data de Pagamento</p>
        <PaymentDate schedule={schedule} late="Vencido" />
      </div>
      <div className="grid gap-4 sm:grid-cols-[12rem_1fr] lg:grid-cols-1 xl:grid-cols-[12rem_1fr]">
        <DateField
          {...form.field("nextPaymentDate")}
          label="Nova data"
          hint="Todos verão esta data no Dashboard."
          min={today()}
          required
        />
        <TextField {...form.field("description")} label="Descrição" maxLength={300} />
      </div>
      <Button type="submit" variant="primary" busy={form.busy} className="justify-self-start">
        Salvar data
      </Button>
    </form>
  );
}

function valuesOf(schedule: PaymentSchedule | null): Values {
  return { nextPaymentDate: schedule?.nextPaymentDate ?? "", description: schedule?.description ?? "" };
}
