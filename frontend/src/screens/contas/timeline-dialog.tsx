import type { StockAccount } from "@/api/stock";
import { Timeline } from "@/shared/stock/timeline";
import { Dialog } from "@/ui/dialog";

type TimelineDialogProps = { account: StockAccount; open: boolean; onClose: () => void };

export default function TimelineDialog({ account, ...dialog }: TimelineDialogProps) {
  return (
    <Dialog {...dialog} title="Histórico da conta" description={account.title}>
      {account.state === "sold_twice" && (
        <p className="mb-3 text-bad">
          Entregue ao primeiro comprador. No segundo marketplace, cancele ou reembolse o pedido antes do prazo.{" "}
          <a className="underline" href={`/pedidos?account=${account.id}`}>
            Ver os dois pedidos
          </a>
        </p>
      )}
      <Timeline listings={account.listings} />
    </Dialog>
  );
}
