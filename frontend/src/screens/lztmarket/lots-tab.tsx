import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageNumber, readAddress, writeAddress } from "@/lib/use-url-state";
import { ANY_LOT, type Lot, type LotSearch, lotsQuery } from "@/screens/lztmarket/lot";
import { LotSearchBar } from "@/screens/lztmarket/lot-search-bar";
import { LotsList } from "@/screens/lztmarket/lots-list";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/states";

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

type State = { search: LotSearch; page: number };

const NAMES: Record<keyof LotSearch, string> = {
  category: "categoria",
  title: "busca",
  pmin: "de",
  pmax: "ate",
  order_by: "ordem",
};
const PAGE = "pagina";
const KEYS = Object.keys(NAMES) as (keyof LotSearch)[];

/** The search and its page, kept in the page's address. */
function useLotSearch() {
  const [state, setState] = useState(fromAddress);
  const change = (next: State) => {
    toAddress(next);
    setState(next);
  };
  return {
    ...state,
    searchFor: (search: LotSearch) => change({ search, page: 1 }),
    turnTo: (page: number) => change({ ...state, page }),
    isNarrowed: KEYS.some((key) => key !== "order_by" && state.search[key] !== ""),
  };
}

function fromAddress(): State {
  const address = readAddress([...Object.values(NAMES), PAGE]);
  const search = { ...ANY_LOT };
  for (const key of KEYS) search[key] = address[NAMES[key]] ?? "";
  return { search, page: pageNumber(address[PAGE]) };
}

function toAddress({ search, page }: State): void {
  const searched = Object.fromEntries(KEYS.map((key) => [NAMES[key], search[key]]));
  writeAddress({ ...searched, [PAGE]: page > 1 ? String(page) : "" });
}
