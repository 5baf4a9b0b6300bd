/** The page's own address as a place for what a screen shows: a reload and a link show the same. */
import { useState } from "react";

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

export type AddressValues = Record<string, string>;

/** The values of these names, '' for one that is not there. */
export function readAddress(names: readonly string[]): AddressValues {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""]));
}

/** Put these values in, an empty one out; whatever else is there stays. */
export function writeAddress(values: AddressValues): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  history.replaceState(history.state, "", url);
}

/** The number of a page of a list as it is written: 1 for anything that is none. */
export function pageNumber(text: string | undefined): number {
  return Math.max(1, Number.parseInt(text || "1", 10) || 1);
}
