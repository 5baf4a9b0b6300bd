import type { Order } from "@/api/orders";
import { downloadHref } from "@/api/runs";
import { dateTime, money } from "@/lib/format";
import { Decision } from "@/screens/pedidos/decision";
import { deadlineOf } from "@/screens/pedidos/states";
import { Timeline } from "@/shared/stock/timeline";
import { Alert } from "@/ui/alert";
import { Fact } from "@/ui/card";
import { Dialog } from "@/ui/dialog";

type EvidenceDialogProps = { order: Order; open: boolean; onClose: () => void };

/** What an answer to the buyer can rest on: the receipt, the listing and the history of the account. */
export default function EvidenceDialog({ order, ...dialog }: EvidenceDialogProps) {
  const { runId, line, accountId, requestId, settledAt, reason } = order;
  return (
    <Dialog {...dialog} title={`Pedido ${order.remoteId}`} description={order.title}>
      <div className="grid gap-4">
        <NextStep order={order} />
        <Decision order={order} onDecided={dialog.onClose} />
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
