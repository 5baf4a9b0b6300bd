import { type FormEvent, useState } from "react";
import { parseMoney } from "@/lib/format";
import { CATEGORIES, type LotSearch } from "@/screens/lztmarket/lot";
import { Button } from "@/ui/button";
import { Select } from "@/ui/fields";
import { SearchInput } from "@/ui/search-input";

const ORDERS = [
  { value: "price_to_up", label: "Menor preço" },
  { value: "price_to_down", label: "Maior preço" },
  { value: "pdate_to_down", label: "Mais recentes" },
];

/** What to look for. Words and prices are sent on request: the vendor allows few searches a minute. */
export function LotSearchBar({ value, onSearch }: { value: LotSearch; onSearch: (search: LotSearch) => void }) {
  const [typed, setTyped] = useState(value);
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
        className="basis-48"
        maxLength={200}
        value={typed.title}
        onChange={(title) => change({ title })}
      />
      <Select
        aria-label="Categoria"
        className="sm:w-auto"
        placeholder="Todas as categorias"
        options={CATEGORIES}
        value={typed.category}
        onChange={(event) => choose({ category: event.target.value })}
      />
      <div className="flex gap-2 max-sm:w-full">
        <Price label="Preço mínimo" value={typed.pmin} onChange={(pmin) => change({ pmin })} />
        <Price label="Preço máximo" value={typed.pmax} onChange={(pmax) => change({ pmax })} />
      </div>
      <Select
        aria-label="Ordenar por"
        className="sm:w-auto"
        placeholder="Ordem do LZT"
        options={ORDERS}
        value={typed.order_by}
        onChange={(event) => choose({ order_by: event.target.value })}
      />
      <Button type="submit" aria-label="Buscar lotes" className="max-sm:w-full">
        Buscar
      </Button>
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
