import type { UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { dateTime } from "@/lib/format";
import {
  categoryName,
  type Lot,
  type LotPage,
  originLabel,
  PER_PAGE,
  priceLabel,
  titleOf,
} from "@/screens/lztmarket/lot";
import { Button } from "@/ui/button";
import { ErrorState } from "@/ui/states";
import { actionsColumn, type Column, column, Pagination, Table, TwoLines } from "@/ui/table";

type LotsListProps = {
  caption: string;
  query: UseQueryResult<LotPage>;
  page: number;
  onTurn: (page: number) => void;
  onOpen: (lot: Lot) => void;
  empty: ReactNode;
};

export function LotsList({ caption, query, page, onTurn, onOpen, empty }: LotsListProps) {
  if (query.isError && !query.data) {
    return <ErrorState title="Não foi possível ler os lotes." error={query.error} onRetry={query.refetch} />;
  }
  const perPage = query.data?.perPage ?? PER_PAGE;
  return (
    <>
      <div className={clsx("transition-opacity", query.isPlaceholderData && "opacity-60")}>
        <Table
          caption={caption}
          columns={columns(onOpen)}
          rows={query.data?.items}
          rowKey={({ item_id }) => item_id}
          expectedRows={8}
          empty={empty}
        />
      </div>
      <Pagination
        offset={(page - 1) * perPage}
        limit={perPage}
        total={totalOf(query.data, page, perPage)}
        onChange={(offset) => onTurn(offset / perPage + 1)}
      />
    </>
  );
}

/** How many there are; where the vendor does not say, as many as are known of. */
function totalOf(data: LotPage | undefined, page: number, perPage: number): number {
  if (data === undefined) return 0;
  return data.totalItems ?? (page - 1) * perPage + data.items.length + (data.hasNextPage ? 1 : 0);
}

function columns(onOpen: (lot: Lot) => void): Column<Lot>[] {
  return [
    column("Lote", (lot) => <TwoLines first={titleOf(lot)} second={`#${lot.item_id}`} />),
    column("Categoria", { phone: "bare" }, ({ category_id }) => categoryName(category_id)),
    column("Origem", { phone: "bare" }, ({ item_origin }) => originLabel(item_origin)),
    column("Publicado", { phone: "hidden" }, ({ published_date }) => publishedLabel(published_date)),
    column("Preço", { align: "end", phone: "side" }, (lot) => priceLabel(lot.price, lot.price_currency)),
    actionsColumn((lot) => (
      <Button size="sm" aria-label={`Detalhes de ${titleOf(lot)}`} onClick={() => onOpen(lot)}>
        Detalhes
      </Button>
    )),
  ];
}

export function publishedLabel(seconds: number): string {
  return seconds > 0 ? dateTime(new Date(seconds * 1000).toISOString()) : "—";
}
