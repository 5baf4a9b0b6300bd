/** Money given to an employee, and money paid. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, newIdempotencyKey } from "@/api/client";
import { pendingEarningsQuery } from "@/api/earnings";
import { MAX_AMOUNT, MAX_AMOUNT_TEXT } from "@/lib/constants";
import { decimal, money, parseMoney } from "@/lib/format";
import { useForm } from "@/lib/use-form";
import { amountProblem } from "@/shared/earnings/earning";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { PersonPicker } from "@/shared/people/person-picker";
import { Announcement } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { FormField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { MoneyField } from "@/ui/value-fields";

type TransferDialogProps = { person?: PersonChoice; open: boolean; onClose: () => void };

/** Pays pending earnings, oldest first. */
export function TransferDialog({ person: given, ...dialog }: TransferDialogProps) {
  const { form, person, choose, pending } = useMoneyForm({
    person: given,
    tooHigh: `O valor máximo para transferência é ${MAX_AMOUNT_TEXT}`,
    validate: ({ amount }, available) =>
      available !== undefined && Number(parseMoney(amount)) > Number(available)
        ? { amount: "Saldo pendente insuficiente." }
        : {},
    move: ({ userId, amount }, idempotencyKey) =>
      api.post("/api/earnings/transfer", { body: { userId, amount }, idempotencyKey }),
    done: (amount, name) => `${amount} transferidos para ${name}.`,
    onMoved: dialog.onClose,
  });
  const amount = parseMoney(form.values.amount);
  const fill = () => form.set("amount", decimal(Math.min(Number(pending), MAX_AMOUNT)));
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Transferir pagamento"
      description="Os ganhos pendentes mais antigos são pagos primeiro. Um engano se desfaz em Ganhos."
      submitLabel={amount === null ? "Transferir" : `Transferir ${money(amount)}`}
    >
      <FormField label="Funcionário" error={form.problems.userId} required>
        <PersonPicker value={person} onChange={choose} />
      </FormField>
      <div className="flex min-h-13 items-center justify-between gap-4 rounded-md bg-sunken px-4 py-2">
        <div>
          <p className="text-sm text-muted">Saldo pendente</p>
          <Announcement className="font-semibold tabular-nums" text={pending === undefined ? "—" : money(pending)} />
        </div>
        {Number(pending) > 0 && (
          <Button size="sm" onClick={fill}>
            Usar o máximo
          </Button>
        )}
      </div>
      <MoneyField {...form.field("amount")} label="Valor" hint="O resto continua pendente." required />
    </FormDialog>
  );
}

type BalanceDialogProps = { person?: PersonChoice; open: boolean; onClose: () => void };

export function BalanceDialog({ person: given, ...dialog }: BalanceDialogProps) {
  const { form, person, choose } = useMoneyForm({
    person: given,
    tooHigh: `O valor máximo é ${MAX_AMOUNT_TEXT}`,
    validate: ({ description }) => (description.trim() === "" ? { description: "Campo Descrição é obrigatório" } : {}),
    move: (movement, idempotencyKey) =>
      api.post("/api/earnings", { body: { ...movement, status: "pending", accountsCount: 1 }, idempotencyKey }),
    done: (amount, name) => `${amount} adicionados ao saldo de ${name}.`,
    onMoved: dialog.onClose,
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Adicionar Saldo"
      description="O valor entra como ganho pendente do funcionário."
      submitLabel="Adicionar Saldo"
    >
      <FormField label="Funcionário" error={form.problems.userId} required>
        <PersonPicker value={person} onChange={choose} />
      </FormField>
      <MoneyField {...form.field("amount")} label="Valor" hint="Fica pendente até ser transferido." required />
      <TextField
        {...form.field("description")}
        label="Descrição"
        hint="O funcionário a vê no extrato."
        maxLength={300}
        required
      />
    </FormDialog>
  );
}

type Values = { userId: string; amount: string; description: string };
type Movement = { userId: number; amount: string; description: string };

type Options = {
  person: PersonChoice | undefined;
  tooHigh: string;
  /** Further problems of fields that are sound so far; `pending` is what the person has to receive, if known. */
  validate?: (values: Values, pending: string | undefined) => Partial<Values>;
  move: (movement: Movement, idempotencyKey: string) => Promise<unknown>;
  /** What is said when it was moved to `person`. */
  done: (amount: string, person: string) => string;
  onMoved: () => void;
};

/** The form of a movement of money: who and how much, sent once per opening however often it is clicked.
 *
 * The idempotency key is made with the form. An answer that got lost is replayed by the server; another amount under
 * the same key is refused by it, so that nobody is paid twice by trying again.
 */
function useMoneyForm({ person: given, tooHigh, validate, move, done, onMoved }: Options) {
  const [person, setPerson] = useState<PersonChoice | null>(given ?? null);
  const [idempotencyKey] = useState(newIdempotencyKey);
  // What was pending when a window was last open may not be it any more.
  const wanted = { ...pendingEarningsQuery(person?.id ?? 0, 5, 0), staleTime: 0, enabled: person !== null };
  const { data: balance } = useQuery(wanted);
  const pending = person ? balance?.total : undefined;
  const { mutateAsync } = useMutation({
    meta: {
      invalidates: ["earnings"],
      done: (_: unknown, { amount }: Movement) => (person ? done(money(amount), nameOf(person)) : ""),
    },
    mutationFn: (movement: Movement) => move(movement, idempotencyKey),
    onSuccess: onMoved,
  });
  const form = useForm<Values>({
    initial: { userId: String(given?.id ?? ""), amount: "", description: "" },
    validate: (values) => {
      const { amount, ...further } = validate?.(values, pending) ?? {};
      const userId = values.userId === "" ? "Campo Funcionário é obrigatório" : undefined;
      return { userId, ...further, amount: amountProblem(values.amount, tooHigh) ?? amount };
    },
    onSubmit: ({ userId, amount, description }) =>
      mutateAsync({ userId: Number(userId), amount: parseMoney(amount) ?? "", description: description.trim() }),
  });
  const choose = (next: PersonChoice | null) => {
    setPerson(next);
    form.set("userId", String(next?.id ?? ""));
  };
  return { form, person, choose, pending };
}
