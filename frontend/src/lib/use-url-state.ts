import { useState } from "react";
import { pageNumber, readAddress, writeAddress } from "@/lib/address";

/** A value kept in the page's query string, so that reload and links keep the tab, filter or page number. */
export function useUrlState(name: string, fallback: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => readAddress([name])[name] || fallback);
  const change = (next: string) => {
    writeAddress({ [name]: next === fallback ? "" : next });
    setValue(next);
  };
  return [value, change];
}

/** The tab in sight. Opening another one empties the address: what narrowed the list of one means nothing to the next. */
export function useTabState(name: string, fallback: string): [string, (value: string) => void] {
  const [tab, setTab] = useUrlState(name, fallback);
  const open = (next: string) => {
    history.replaceState(history.state, "", location.pathname);
    setTab(next);
  };
  return [tab, open];
}

/** Where a list stands, `pagina` in the address. */
export function usePageState(limit: number): [offset: number, setOffset: (offset: number) => void] {
  const [page, setPage] = useUrlState("pagina", "1");
  return [(pageNumber(page) - 1) * limit, (offset) => setPage(String(offset / limit + 1))];
}
