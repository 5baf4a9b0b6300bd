import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "@/api/client";
import type { Order } from "@/api/orders";
import { downloadHref } from "@/api/runs";
import { dateTime, decimal, money, parseMoney } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { deadlineOf } from "@/screens/pedidos/states";
import { nameOf } from "@/shared/people/person-name";
import { Timeline } from "@/shared/stock/timeline";
import { Alert } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { Fact } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/fields";
import { MoneyField } from "@/ui/value-fields";

/** What an answer to the buyer can rest on: the receipt, the listing and the history of the account. */
export default function EvidenceDialog({ order, ...dialog }: { order: Order; open: boolean; onClose: () => void }) {
  const { runId, line, accountId, requestId, settledAt, reason } = order;
  const [typed, setTyped] = useState(false);
  return (
    <Dialog {...dialog} unsaved={typed} title={`Pedido ${order.remoteId}`} description={order.title}>
      <div className="grid gap-4">
        <NextStep order={order} />
        <Decision order={order} onDecided={dialog.onClose} onTyped={setTyped} />
        <dl className="grid gap-2">
          {reason && <Fact name="Reclamação">{reason}</Fact>}
          <Fact name="Anúncio">{order.listingId || "—"}</Fact>
          <Fact name="Valor">{order.price ? money(order.price, "EUR") : "—"}</Fact>
          <Fact name="Comprado em">{dateTime(order.boughtAt)}</Fact>
          {settledAt && <Fact name="Encerrado em">{dateTime(settledAt)}</Fact>}
          {requestId && <Fact name="Criação no marketplace">{requestId}</Fact>}
        </dl>
        {runId === null ? (
          <p className="text-muted">Este anúncio não foi criado aqui: as provas estão no marketplace.</p>
        ) : (
          <>
            <p className="flex flex-wrap gap-2">
              <a className="btn btn-secondary btn-sm" href={downloadHref(runId, "receipt.json")} download>
                Baixar recibo
              </a>
              <a className="btn btn-secondary btn-sm" href={`/runs/${runId}?line=${line}`}>
                Ver anúncio
              </a>
              {accountId && (
                <a className="btn btn-secondary btn-sm" href={`/contas?id=${accountId}`}>
                  Ver conta
                </a>
              )}
            </p>
            <Timeline listings={order.listings} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function NextStep({ order }: { order: Order }) {
  const deadline = deadlineOf(order, Date.now());
  if (!deadline) return null;
  const what =
    order.state === "disputed"
      ? `Responda à disputa no ${order.market} com estas provas`
      : `Entregue a conta no ${order.market}`;
  return (
    <Alert tone={deadline.isUrgent ? "bad" : "warn"}>
      {`${what} até ${dateTime(order.dueAt)} (${deadline.left}).${deadline.fine ? ` ${deadline.fine} se o prazo passar.` : ""}`}
    </Alert>
  );
}

/** What an admin decides of the pay for an account that was refunded or fined; once decided, what was. */
function Decision({ order, ...form }: Omit<FormProps, "stake">) {
  const { decision, stake } = order;
  if (decision) {
    return (
      <p>
        {Number(decision.deducted) > 0 ? `Descontado: ${money(decision.deducted)}` : "Pagamento mantido"} por{" "}
        {nameOf(decision.by)}, {dateTime(decision.createdAt)}: {decision.reason}
      </p>
    );
  }
  return stake && <DecisionForm order={order} stake={stake} {...form} />;
}

type FormProps = {
  order: Order;
  stake: NonNullable<Order["stake"]>;
  onDecided: () => void;
  onTyped: (typed: boolean) => void;
};

function DecisionForm({ order, stake, onDecided, onTyped }: FormProps) {
  const { mutateAsync: decide } = useMutation({
    meta: { invalidates: ["orders"] },
    mutationFn: (body: { amount: string; reason: string }) =>
      api.post("/api/orders/{order_id}/decision", { path: { order_id: order.id }, body }),
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
  useEffect(() => {
    onTyped(form.changed);
    return () => onTyped(false);
  }, [form.changed, onTyped]);
  const paid = Number(stake.earned) - Number(stake.pending);
  const isKept = !(Number(parseMoney(form.values.amount)) > 0);
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-3 rounded-md border border-line p-4">
      <p>
        <strong className="font-medium">A decidir.</strong>{" "}
        {order.state !== "refunded" && order.fine && `O prazo passou, com multa de ${money(order.fine, "EUR")}. `}
        {stake.earner} ganhou {money(stake.earned)} por esta conta.
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
