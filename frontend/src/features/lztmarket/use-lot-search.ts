import { useState } from "react";
import { ANY_LOT, type LotSearch } from "@/features/lztmarket/lot";

type State = { search: LotSearch; page: number };

const NAMES: Record<keyof LotSearch, string> = {
  category: "categoria",
  title: "busca",
  pmin: "de",
  pmax: "ate",
  order_by: "ordem",
};
const KEYS = Object.keys(NAMES) as (keyof LotSearch)[];

/** The search and its page, kept in the page's address. */
export function useLotSearch() {
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
  const address = new URLSearchParams(location.search);
  const search = { ...ANY_LOT };
  for (const key of KEYS) search[key] = address.get(NAMES[key]) ?? "";
  return { search, page: Math.max(1, Number.parseInt(address.get("pagina") ?? "1", 10) || 1) };
}

function toAddress({ search, page }: State): void {
  const url = new URL(location.href);
  const values = {
    ...Object.fromEntries(KEYS.map((key) => [NAMES[key], search[key]])),
    pagina: page > 1 ? `${page}` : "",
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  history.replaceState(history.state, "", url);
}
