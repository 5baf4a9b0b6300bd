/** The rows of the file that was read last, as the person has them by now, and the account of each. */
import { useMemo, useState } from "react";
import type { Game } from "@/api/client";
import type { Reading } from "@/api/drafts";
import {
  accountOf,
  type Item,
  type Mapping,
  missingText,
  rememberMapping,
  rowProblem,
  startingMapping,
} from "@/screens/upload/mapping";
import type { LocalRow } from "@/shared/sheet/rows";
import { useHistory } from "@/shared/sheet/use-history";

type Row = LocalRow<Item> & { account: Record<string, unknown> };

export function useSheet(game: Game, reading: Reading | undefined) {
  const [seen, setSeen] = useState<Reading | undefined>(undefined);
  const [mapping, setMapping] = useState<Mapping>([]);
  const items = useHistory<readonly Item[]>([]);
  if (reading !== seen) {
    setSeen(reading);
    setMapping(reading ? startingMapping(game, reading.columns) : []);
    items.reset(reading ? itemsOf(reading) : []);
  }
  const complete = reading !== undefined && seen === reading && missingText(mapping) === "";
  const rows = useMemo<Row[]>(
    () => (complete ? items.value.map((item) => rowOf(item, mapping, reading)) : []),
    [complete, items.value, mapping, reading],
  );
  return {
    mapping,
    rows,
    /** Whether every row can be read as an account. */
    complete,
    items,
    change: (next: Mapping) => {
      if (!reading) return;
      setMapping(next);
      rememberMapping(game, reading.columns, next);
    },
  };
}

function itemsOf({ rows, lines }: Reading): Item[] {
  return rows.map((cells, index) => {
    const line = lines[index] ?? index + 1;
    return { id: String(line), line, cells, extra: {} };
  });
}

function rowOf(item: Item, mapping: Mapping, { fields }: Reading): Row {
  const account = accountOf(item, mapping, fields);
  const error = rowProblem(account);
  return {
    id: item.id,
    line: item.line,
    data: item,
    account,
    stamp: JSON.stringify(account),
    verdict: error === "" ? "valid" : "invalid",
    error,
  };
}
