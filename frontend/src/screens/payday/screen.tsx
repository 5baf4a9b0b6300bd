import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { knownTotal } from "@/api/client";
import { type Balance, dueQuery, totalsQuery } from "@/api/earnings";
import { mount } from "@/app/mount";
import { MAX_AMOUNT } from "@/lib/constants";
import { decimal, money, parseMoney, plural } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { useHeldPage } from "@/lib/use-held-page";
import type { Payment } from "@/screens/payday/review-dialog";
import { amountProblem, sumOf } from "@/shared/earnings/earning";
import { NextPayment } from "@/shared/earnings/next-payment";
import { usePages } from "@/shared/lists/paged-card";
import { nameOf, PersonName } from "@/shared/people/person-name";
import { Announcement } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { Card, EmptyState } from "@/ui/card";
import { FigureCard, StatGrid } from "@/ui/stat-card";
import { type Column, column, PagedTable, Tick } from "@/ui/table";
import { MoneyInput } from "@/ui/value-fields";

const ReviewDialog = lazy(() => import("@/screens/payday/review-dialog"));

const PEOPLE = 100;
const TOO_HIGH = "O valor máximo para transferência é R$ 10.000";

/** Who is paid, and what was typed for each, by person. */
type Chosen = ReadonlyMap<number, { balance: Balance; typed: string }>;

/** Whom to pay: chosen, reviewed, paid at once. */
export function PaydayScreen() {
  const totals = useQuery(totalsQuery());
  const people = usePages(dueQuery, PEOPLE);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const reviewing = useOpening<Payment[]>();
  const rows = people.query.data?.rows ?? [];
  const allChosen = rows.length > 0 && rows.every(({ user }) => chosen.has(user.id));
  // Whom somebody else has paid since is not paid again; of people on other pages nothing newer is known.
  const isWhole = knownTotal(people.query) === rows.length;
  const payable = [...chosen.values()].flatMap(({ balance, typed }) => {
    const now = rows.find(({ user }) => user.id === balance.user.id);
    return now || !isWhole ? [{ balance: now ?? balance, typed }] : [];
  });
  const payments = payable.map(({ balance, typed }) => ({ ...balance, amount: parseMoney(typed) ?? "0" }));
  const hasProblem = payable.some(({ balance, typed }) => problemOf(balance, typed));
  useHeldPage(payable.some(({ balance, typed }) => typed !== filledIn(balance)));

  const choose = (balances: readonly Balance[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const balance of balances) {
      if (isChosen) next.set(balance.user.id, { balance, typed: filledIn(balance) });
      else next.delete(balance.user.id);
    }
    setChosen(next);
  };
  const type = (balance: Balance, typed: string) => setChosen(new Map(chosen).set(balance.user.id, { balance, typed }));

  return (
    <div className="grid grid-cols-1 gap-5">
      <StatGrid>
        <FigureCard label="A pagar" icon="wallet" query={totals} of={({ pending }) => money(pending)} />
        <FigureCard label="Já pago" icon="circle-check" query={totals} of={({ paid }) => money(paid)} />
        <NextPayment />
      </StatGrid>
      <Card
        title="Dia de pagamento"
        padded={false}
        actions={
          rows.length > 0 && (
            <Button size="sm" icon={allChosen ? "minus" : "check"} onClick={() => choose(rows, !allChosen)}>
              {allChosen ? "Desmarcar todos" : "Selecionar todos"}
            </Button>
          )
        }
      >
        <PagedTable
          caption="Quem tem a receber"
          {...people}
          rowKey={({ user }) => user.id}
          columns={columns(chosen, choose, type)}
          empty={
            <EmptyState
              title="Ninguém tem a receber"
              description="O que for ganho aparece aqui até ser pago."
              icon="wallet"
            />
          }
        />
      </Card>
      {payable.length > 0 && (
        <div className="card sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-3 px-4 py-3 shadow-pop">
          <Announcement
            atOnce
            className="font-semibold tabular-nums"
            text={`${plural(payable.length, "pessoa", "pessoas")} · ${money(sumOf(payments.map(({ amount }) => amount)))}`}
          />
          <Button variant="primary" icon="wallet" disabled={hasProblem} onClick={() => reviewing.show(payments)}>
            Revisar pagamento
          </Button>
        </div>
      )}
      {reviewing.dialog(ReviewDialog, (reviewed) => ({ payments: reviewed, onPaid: () => setChosen(new Map()) }))}
    </div>
  );
}

const filledIn = ({ pending }: Balance): string => decimal(Math.min(Number(pending), MAX_AMOUNT));

function problemOf({ pending }: Balance, typed: string): string | undefined {
  const tooMuch = Number(parseMoney(typed)) > Number(pending);
  return amountProblem(typed, TOO_HIGH) ?? (tooMuch ? "Saldo pendente insuficiente." : undefined);
}

function columns(
  chosen: Chosen,
  choose: (balances: readonly Balance[], isChosen: boolean) => void,
  type: (balance: Balance, typed: string) => void,
): Column<Balance>[] {
  return [
    column("Funcionário", (balance) => (
      <span className="flex min-w-0 items-center gap-3 [&>:last-child]:self-baseline">
        <Tick
          label={`Pagar ${nameOf(balance.user)}`}
          checked={chosen.has(balance.user.id)}
          onChange={(on) => choose([balance], on)}
        />
        <PersonName {...balance.user} />
      </span>
    )),
    column("A receber", { align: "end", phone: "side" }, ({ user, pending }) => (
      <a
        className="font-medium text-accent hover:underline"
        href={`/ganhos?pessoa=${user.id}`}
        aria-label={`${money(pending)}: ver os ganhos de ${nameOf(user)}`}
      >
        {money(pending)}
      </a>
    )),
    column("Pagar agora", { className: "sm:w-64" }, (balance) => (
      <Amount balance={balance} typed={chosen.get(balance.user.id)?.typed} onType={type} />
    )),
  ];
}

type AmountProps = {
  balance: Balance;
  /** Undefined while the person is not chosen. */
  typed: string | undefined;
  onType: (balance: Balance, typed: string) => void;
};

function Amount({ balance, typed, onType }: AmountProps) {
  if (typed === undefined) return <span className="text-muted">—</span>;
  const problem = problemOf(balance, typed);
  const note = problem ?? (Number(balance.pending) > MAX_AMOUNT && `${TOO_HIGH}. O resto continua pendente.`);
  const noteId = `note-${balance.user.id}`;
  return (
    <span className="block min-w-40">
      <MoneyInput
        aria-label={`Valor para ${nameOf(balance.user)}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        value={typed}
        onChange={(event) => onType(balance, event.target.value)}
      />
      {note && (
        <span id={noteId} className={`mt-1 block text-sm ${problem ? "text-bad" : "text-muted"}`}>
          {note}
        </span>
      )}
    </span>
  );
}

mount("payday", PaydayScreen);
