import { useState } from "react";
import { pageNumber, readAddress, writeAddress } from "@/lib/address";
import { ANY_LOT, type LotSearch } from "@/screens/lztmarket/lot";

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
  const address = readAddress([...Object.values(NAMES), PAGE]);
  const search = { ...ANY_LOT };
  for (const key of KEYS) search[key] = address[NAMES[key]] ?? "";
  return { search, page: pageNumber(address[PAGE]) };
}

function toAddress({ search, page }: State): void {
  const searched = Object.fromEntries(KEYS.map((key) => [NAMES[key], search[key]]));
  writeAddress({ ...searched, [PAGE]: page > 1 ? String(page) : "" });
}
