import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { parseMoney } from "@/lib/format";
import { pageNumber, readAddress, writeAddress } from "@/lib/use-url-state";
import { ANY_LOT, CATEGORIES, type Lot, type LotSearch, lotsQuery } from "@/screens/lztmarket/lot";
import { LotsList } from "@/screens/lztmarket/lots-list";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Choice, SearchInput } from "@/ui/fields";
import { EmptyState, NothingFound } from "@/ui/states";

/** 'items with search': lots on sale, those of origins that are not bought here left out. */
export default function LotsTab({ onOpen }: { onOpen: (lot: Lot) => void }) {
  const { search, page, searchFor, turnTo, isNarrowed } = useLotSearch();
  const lots = useQuery({ ...lotsQuery(search, page), placeholderData: keepPreviousData });
  return (
    <Card
      title="Lotes à venda"
      description="Lotes de origem brute, phishing ou stealer ficam ocultos: a compra não é permitida."
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
            <NothingFound title="Nenhum lote encontrado" onClear={() => searchFor(ANY_LOT)} />
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

function useLotSearch() {
  const [state, setState] = useState(fromAddress);
  const change = (next: State) => {
    const searched = Object.fromEntries(KEYS.map((key) => [NAMES[key], next.search[key]]));
    writeAddress({ ...searched, [PAGE]: next.page > 1 ? String(next.page) : "" });
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

const ORDERS = [
  { value: "price_to_up", label: "Menor preço" },
  { value: "price_to_down", label: "Maior preço" },
  { value: "pdate_to_down", label: "Mais recentes" },
];

/** What to look for. Words and prices are sent on request: the vendor allows few searches a minute. */
function LotSearchBar({ value, onSearch }: { value: LotSearch; onSearch: (search: LotSearch) => void }) {
  const [typed, setTyped] = useState(value);
  const [open, setOpen] = useState(false);
  const chosen = KEYS.filter((key) => key !== "title" && value[key] !== "").length;
  const change = (changes: Partial<LotSearch>) => setTyped({ ...typed, ...changes });
  const choose = (changes: Partial<LotSearch>) => {
    change(changes);
    onSearch(asked({ ...typed, ...changes }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(asked({ ...typed, title: typed.title.trim() }));
  };
  return (
    <form className="flex flex-wrap gap-2 border-line border-b px-4 py-3" onSubmit={submit}>
      <SearchInput
        label="Título do lote"
        className="basis-40"
        maxLength={200}
        value={typed.title}
        onChange={(title) => change({ title })}
      />
      <Button className="sm:hidden" icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
        {chosen > 0 ? `Filtros (${chosen})` : "Filtros"}
      </Button>
      <div className={open ? "grid w-full gap-2 sm:contents" : "max-sm:hidden sm:contents"}>
        <Choice
          label="Categoria"
          placeholder="Todas as categorias"
          options={CATEGORIES}
          value={typed.category}
          onChange={(category) => choose({ category })}
        />
        <div className="flex gap-2 max-sm:w-full">
          <Price label="Preço mínimo" value={typed.pmin} onChange={(pmin) => change({ pmin })} />
          <Price label="Preço máximo" value={typed.pmax} onChange={(pmax) => change({ pmax })} />
        </div>
        <Choice
          label="Ordenar por"
          placeholder="Ordem do LZT"
          options={ORDERS}
          value={typed.order_by}
          onChange={(order_by) => choose({ order_by })}
        />
        <Button type="submit" aria-label="Buscar lotes">
          Buscar
        </Button>
      </div>
    </form>
  );
}

/** The search with its prices as whole amounts, which the vendor takes here: "1.500" is 1500. */
function asked(search: LotSearch): LotSearch {
  return { ...search, pmin: whole(search.pmin), pmax: whole(search.pmax) };
}

function whole(typed: string): string {
  const amount = parseMoney(typed);
  return amount === null ? typed.trim() : String(Math.trunc(Number(amount)));
}

function Price({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      className="control sm:w-32"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
