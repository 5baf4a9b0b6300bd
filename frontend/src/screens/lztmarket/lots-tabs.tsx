/** Lots on sale, and one's own. */

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Lot, LotPage } from "@/api/lztmarket";
import { asAnswered, proxyQuery } from "@/api/proxy";
import { dateTime, parseMoney } from "@/lib/format";
import { priceLabel } from "@/lib/price-label";
import { pageNumber, readAddress, writeAddress } from "@/lib/use-url-state";
import { originLabel, titleOf } from "@/screens/lztmarket/lot";
import { gameName } from "@/shared/marketplace/service";
import { Button } from "@/ui/button";
import { Card, EmptyState, ErrorState, NothingFound } from "@/ui/card";
import { Choice, SearchInput } from "@/ui/fields";
import { actionsColumn, type Column, column, Pagination, Table, TwoLines } from "@/ui/table";

/** What is looked for; empty text means 'any'. */
type LotSearch = { category: string; title: string; pmin: string; pmax: string; order_by: string };

const ANY_LOT: LotSearch = { category: "", title: "", pmin: "", pmax: "", order_by: "" };

/** The vendor's own page. */
const PER_PAGE = 40;

const LOTS = "/api/proxy/lztmarket/market/items";

function lotsQuery(search: LotSearch, page: number) {
  const stated = Object.entries(search).filter(([, value]) => value !== "");
  return proxyQuery(LOTS, { params: { page, ...Object.fromEntries(stated) } }, asAnswered);
}

/** One's own lots; the vendor lists one state at a time. */
function ownLotsQuery(state: string, page: number) {
  return proxyQuery(LOTS, { params: { own: true, state, page } }, asAnswered);
}

/** Lots on sale, those of origins that are not bought here left out. */
export function LotsTab({ onOpen }: { onOpen: (lot: Lot) => void }) {
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
      <LotSearchBar value={search} onSearch={searchFor} />
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

/** Categories of LZT Market by their number. */
const LOT_CATEGORIES = new Map([
  [9, gameName("fortnite")],
  [13, gameName("valorant")],
  [31, gameName("roblox")],
  [1, "Steam"],
  [22, "Discord"],
]);
/** The API takes them by their names. */
const CATEGORIES = Array.from(LOT_CATEGORIES.values(), (label) => ({ value: label.toLowerCase(), label }));

const ORDERS = [
  { value: "price_to_up", label: "Menor preço" },
  { value: "price_to_down", label: "Maior preço" },
  { value: "pdate_to_down", label: "Mais recentes" },
];

/** What to look for. Words and prices are sent on request: the vendor allows few searches a minute. */
function LotSearchBar({ value, onSearch }: { value: LotSearch; onSearch: (search: LotSearch) => void }) {
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  const [open, setOpen] = useState(false);
  if (searched !== value) {
    setSearched(value);
    setTyped(value);
  }
  const chosen = KEYS.filter((key) => key !== "title" && value[key] !== "").length;
  const change = (changes: Partial<LotSearch>) => setTyped({ ...typed, ...changes });
  const choose = (changes: Partial<LotSearch>) => {
    change(changes);
    onSearch(clean({ ...typed, ...changes }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(clean({ ...typed, title: typed.title.trim() }));
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
const clean = (search: LotSearch): LotSearch => ({ ...search, pmin: whole(search.pmin), pmax: whole(search.pmax) });

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

/** The vendor lists one's own lots a state at a time. */
const STATES = [
  { value: "active", label: "À venda" },
  { value: "awaiting", label: "Em verificação" },
  { value: "paid", label: "Vendidos" },
  { value: "closed", label: "Fora da venda" },
];

export function OwnLotsTab({ onOpen }: { onOpen: (lot: Lot) => void }) {
  const [state, setState] = useState("active");
  const [page, setPage] = useState(1);
  const lots = useQuery({ ...ownLotsQuery(state, page), placeholderData: keepPreviousData });
  const choose = (next: string) => {
    setState(next);
    setPage(1);
  };
  return (
    <Card
      title="Meus lotes"
      actions={<Choice label="Situação" className="w-auto" options={STATES} value={state} onChange={choose} />}
      padded={false}
    >
      <LotsList
        caption="Meus lotes"
        query={lots}
        page={page}
        onTurn={setPage}
        onOpen={onOpen}
        empty={<EmptyState icon="market" title="Nenhum lote seu nesta situação" />}
      />
    </Card>
  );
}

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
function totalOf(data: LotPage | undefined, page: number, perPage: number): number | undefined {
  if (data === undefined) return undefined;
  return data.totalItems ?? (page - 1) * perPage + data.items.length + (data.hasNextPage ? 1 : 0);
}

function columns(onOpen: (lot: Lot) => void): Column<Lot>[] {
  return [
    column("Lote", (lot) => <TwoLines first={titleOf(lot)} second={`#${lot.item_id}`} />),
    column("Categoria", { phone: "bare" }, ({ category_id: id }) => LOT_CATEGORIES.get(id) ?? `Categoria ${id}`),
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
