import { useState } from "react";

/** A value kept in the page's query string, so that reload and links keep the tab, filter or page number. */
export function useUrlState(name: string, fallback: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => new URLSearchParams(location.search).get(name) ?? fallback);
  const change = (next: string) => {
    const url = new URL(location.href);
    if (next === fallback) url.searchParams.delete(name);
    else url.searchParams.set(name, next);
    history.replaceState(history.state, "", url);
    setValue(next);
  };
  return [value, change];
}
