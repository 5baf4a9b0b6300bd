import type { StockListing } from "@/api/stock";
import { dateTime, money } from "@/lib/format";

/** What happened to an account, market by market, the newest first. */
export function Timeline({ listings }: { listings: readonly StockListing[] }) {
  const events = listings.flatMap(eventsOf).sort((one, other) => other.at.localeCompare(one.at));
  return (
    <ol className="grid gap-3">
      {events.map(({ at, what, listing: { remoteId, url, orderId }, isSale }) => (
        <li key={`${at} ${what} ${remoteId}`}>
          <span className="block font-medium">{what}</span>
          <span className="block text-sm text-muted">
            {dateTime(at)} · anúncio {remoteId}
            {isSale && orderId && <Link href={`/pedidos?busca=${encodeURIComponent(orderId)}`}>Ver pedido</Link>}
            {url && <Link href={url}>Ver execução</Link>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Link({ href, children }: { href: string; children: string }) {
  return (
    <>
      {" · "}
      <a className="link" href={href}>
        {children}
      </a>
    </>
  );
}

function eventsOf(listing: StockListing) {
  const { market, orderId } = listing;
  const events = [
    [listing.listedAt, `Anunciada no ${market}`],
    [listing.soldAt, `Vendida no ${market}${orderId && ` (pedido ${orderId})`}`],
    [listing.closingSince, `Encerramento pedido no ${market}, pela venda em outro marketplace`],
    [listing.closedAt, `Fora do ar no ${market}`],
  ] as const;
  const prices = listing.prices.flatMap(({ appliedAt, before, after }) =>
    appliedAt
      ? [{ at: appliedAt, what: `Preço no ${market}: ${priceOf(before)} → ${priceOf(after)}`, listing, isSale: false }]
      : [],
  );
  const stated = events.flatMap(([at, what]) => (at ? [{ at, what, listing, isSale: at === listing.soldAt }] : []));
  return [...stated, ...prices];
}

const priceOf = (amount: string | null) => (amount === null ? "—" : money(amount, "EUR"));
