import type { StockAccount, StockListing } from "@/api/stock";
import { dateTime } from "@/lib/format";
import { Dialog } from "@/ui/dialog";

type TimelineDialogProps = { account: StockAccount; open: boolean; onClose: () => void };

/** What happened to an account, market by market, the newest first. */
export default function TimelineDialog({ account, ...dialog }: TimelineDialogProps) {
  const events = account.listings.flatMap(eventsOf).sort((one, other) => other.at.localeCompare(one.at));
  return (
    <Dialog {...dialog} title="Histórico da conta" description={account.title}>
      {account.state === "sold_twice" && (
        <p className="mb-3 text-bad">
          Entregue ao primeiro comprador. No segundo marketplace, cancele ou reembolse o pedido antes do prazo.
        </p>
      )}
      <ol className="grid gap-3">
        {events.map(({ at, what, listing }) => (
          <li key={`${at} ${what} ${listing.remoteId}`}>
            <span className="block font-medium">{what}</span>
            <span className="block text-sm text-muted">
              {dateTime(at)} · anúncio {listing.remoteId}
              {listing.url && (
                <>
                  {" · "}
                  <a className="text-accent hover:underline" href={listing.url}>
                    Ver execução
                  </a>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function eventsOf(listing: StockListing) {
  const { market, orderId } = listing;
  const told = [
    [listing.listedAt, `Anunciada no ${market}`],
    [listing.soldAt, `Vendida no ${market}${orderId && ` (pedido ${orderId})`}`],
    [listing.closingSince, `Encerramento pedido no ${market}, pela venda em outro marketplace`],
    [listing.closedAt, `Fora do ar no ${market}`],
  ] as const;
  return told.flatMap(([at, what]) => (at ? [{ at, what, listing }] : []));
}
