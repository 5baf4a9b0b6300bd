import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseMoney } from "@/lib/format";
import { CATEGORIES, type Lot, lotsQuery, PER_PAGE } from "@/screens/lztmarket/lot";
import { LotsList } from "@/screens/lztmarket/lots-list";
import { Filters, type ListState, useListState } from "@/shared/lists/list-card";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Choice, SearchInput } from "@/ui/fields";
import { EmptyState, NothingFound } from "@/ui/states";

/** 'items with search': lots on sale, those of origins that are not bought here left out. */
export default function LotsTab({ onOpen }: { onOpen: (lot: Lot) => void }) {
  const state = useListState({ filters: ["categoria", "de", "ate"], limit: PER_PAGE });
  const { search: title, order: order_by, offset } = state;
  const { categoria: category = "", de: pmin = "", ate: pmax = "" } = state.filters;
  const page = offset / PER_PAGE + 1;
  const lots = useQuery({
    ...lotsQuery({ category, title, pmin, pmax, order_by }, page),
    placeholderData: keepPreviousData,
  });
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
      <LotSearchBar key={[title, category, pmin, pmax, order_by].join("\n")} state={state} />
      <LotsList
        caption="Lotes à venda"
        query={lots}
        page={page}
        onTurn={(next) => state.setOffset((next - 1) * PER_PAGE)}
        onOpen={onOpen}
        empty={
          state.isNarrowed ? (
            <NothingFound title="Nenhum lote encontrado" onClear={state.clear} />
          ) : (
            <EmptyState icon="market" title="Nenhum lote à venda agora" />
          )
        }
      />
    </Card>
  );
}

const ORDERS = [
  { value: "price_to_up", label: "Menor preço" },
  { value: "price_to_down", label: "Maior preço" },
  { value: "pdate_to_down", label: "Mais recentes" },
];

/** What to look for. Words and prices are sent on request: the vendor allows few searches a minute. */
function LotSearchBar({ state }: { state: ListState }) {
  const { categoria = "", de = "", ate = "" } = state.filters;
  const [typed, setTyped] = useState({ busca: state.search, de, ate });
  const change = (changes: Partial<typeof typed>) => setTyped({ ...typed, ...changes });
  const search = (chosen: Record<string, string> = {}) =>
    state.setFilters({ busca: typed.busca.trim(), de: whole(typed.de), ate: whole(typed.ate), ...chosen });
  return (
    <form
      className="flex flex-wrap gap-2 border-line border-b px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <SearchInput
        label="Título do lote"
        className="basis-40"
        maxLength={200}
        value={typed.busca}
        onChange={(busca) => change({ busca })}
      />
      <Filters chosen={[state.order, categoria, de, ate].filter(Boolean).length}>
        <Choice
          label="Categoria"
          placeholder="Todas as categorias"
          options={CATEGORIES}
          value={categoria}
          onChange={(next) => search({ categoria: next })}
        />
        <div className="flex gap-2 max-sm:w-full">
          <Price label="Preço mínimo" value={typed.de} onChange={(next) => change({ de: next })} />
          <Price label="Preço máximo" value={typed.ate} onChange={(next) => change({ ate: next })} />
        </div>
        <Choice
          label="Ordenar por"
          placeholder="Ordem do LZT"
          options={ORDERS}
          value={state.order}
          onChange={(ordem) => search({ ordem })}
        />
        <Button type="submit" aria-label="Buscar lotes">
          Buscar
        </Button>
      </Filters>
    </form>
  );
}

/** A price as a whole amount, which the vendor takes here: "1.500" is 1500. */
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
