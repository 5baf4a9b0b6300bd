import { useMutation } from "@tanstack/react-query";
import { decideOrder, type Order, orderKeys } from "@/api/orders";
import { dateTime, decimal, money, parseMoney } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { nameOf } from "@/shared/people/person-name";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/fields";
import { MoneyField } from "@/ui/value-fields";

/** What an admin decides of the pay for an account that was refunded or fined; once decided, what was. */
export function Decision({ order, onDecided }: { order: Order; onDecided: () => void }) {
  const { decision, stake } = order;
  if (decision) {
    return (
      <p>
        {Number(decision.deducted) > 0 ? `Descontado: ${money(decision.deducted)}` : "Pagamento mantido"} por{" "}
        {nameOf(decision.by)}, {dateTime(decision.createdAt)}: {decision.reason}
      </p>
    );
  }
  return stake && <DecisionForm order={order} stake={stake} onDecided={onDecided} />;
}

type FormProps = { order: Order; stake: NonNullable<Order["stake"]>; onDecided: () => void };

function DecisionForm({ order, stake, onDecided }: FormProps) {
  const { mutateAsync: decide } = useMutation({
    meta: { invalidates: [{ queryKey: orderKeys.all }] },
    mutationFn: (body: { amount: string; reason: string }) => decideOrder(order.id, body),
    onSuccess: ({ deducted }) => {
      toast.success(Number(deducted) > 0 ? `${money(deducted)} descontados` : "Pagamento mantido");
      onDecided();
    },
  });
  const form = useForm({
    initial: { amount: decimal(stake.suggested), reason: "" },
    validate: ({ reason }) => ({ reason: reason.trim() ? undefined : "Campo Motivo é obrigatório" }),
    onSubmit: ({ amount, reason }) => decide({ amount: parseMoney(amount) ?? amount, reason }),
  });
  const paid = Number(stake.earned) - Number(stake.pending);
  const isKept = !(Number(parseMoney(form.values.amount)) > 0);
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-3 rounded-md border border-line p-4">
      <p>
        <strong className="font-medium">A decidir.</strong>{" "}
        {order.state !== "refunded" && order.fine && `O prazo passou, com multa de ${money(order.fine, "EUR")}. `}
        {order.by && nameOf(order.by)} ganhou {money(stake.earned)} por esta conta.
        {paid > 0 && ` ${money(paid)} já foram pagos e continuam pagos.`}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <MoneyField
          {...form.field("amount")}
          label="Descontar do pendente"
          hint={`No máximo ${money(stake.pending)}. Com zero, o pagamento é mantido.`}
        />
        <TextField {...form.field("reason")} label="Motivo" hint="Fica no histórico do ganho." />
      </div>
      <Button type="submit" variant="primary" className="justify-self-end" busy={form.busy}>
        {isKept ? "Manter o pagamento" : `Descontar ${money(parseMoney(form.values.amount) ?? 0)}`}
      </Button>
    </form>
  );
}
