/** The page's own address as a place for what a screen shows: a reload and a link show the same. */

export type Values = Record<string, string>;

/** The values of these names, '' for one that is not there. */
export function readAddress(names: readonly string[]): Values {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""]));
}

/** Put these values in, an empty one out; whatever else is there stays. */
export function writeAddress(values: Values): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  history.replaceState(history.state, "", url);
}

/** The number of a page of a list as it is written: 1 for anything that is none. */
export function pageNumber(written: string | undefined): number {
  return Math.max(1, Number.parseInt(written || "1", 10) || 1);
}
