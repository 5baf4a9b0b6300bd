import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ANY_LOT, type Lot, lotsQuery } from "@/screens/lztmarket/lot";
import { LotSearchBar } from "@/screens/lztmarket/lot-search-bar";
import { LotsList } from "@/screens/lztmarket/lots-list";
import { useLotSearch } from "@/screens/lztmarket/use-lot-search";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";

/** 'items with search': lots on sale, those of origins that are not bought here left out. */
export default function LotsTab({ onOpen }: { onOpen: (lot: Lot) => void }) {
  const { search, page, searchFor, turnTo, isNarrowed } = useLotSearch();
  const lots = useQuery({ ...lotsQuery(search, page), placeholderData: keepPreviousData });
  return (
    <Card
      title="Lotes à venda"
      description="Sem os de origem brute, phishing e stealer, que não se compram aqui."
      actions={
        <Button icon="refresh" busy={lots.isFetching} onClick={() => lots.refetch()}>
          Atualizar
        </Button>
      }
      padded={false}
    >
      <LotSearchBar key={JSON.stringify(search)} value={search} onSearch={searchFor} />
      <LotsList
        caption="Lotes à venda"
        query={lots}
        page={page}
        onTurn={turnTo}
        onOpen={onOpen}
        empty={
          isNarrowed ? (
            <EmptyState
              icon="search"
              title="Nenhum lote encontrado"
              description="Nada corresponde à busca e aos filtros escolhidos."
              action={<Button onClick={() => searchFor(ANY_LOT)}>Limpar filtros</Button>}
            />
          ) : (
            <EmptyState icon="market" title="Nenhum lote à venda agora" />
          )
        }
      />
    </Card>
  );
}
