import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { draftKeys, type FileReading, readSource, type Source, type UploadField } from "@/api/drafts";
import { changeEntry, isInFlight } from "@/shared/creation/entries";
import type { GameDescription } from "@/shared/creation/game";
import { cellOwn, type Mapping, missingText, rememberMapping, rowsIn, startingMapping } from "@/shared/creation/mapping";
import { addTo } from "@/shared/creation/sources";
import type { ListOfAccounts } from "@/shared/creation/use-list";

/** A source under a number, which stands for its content in the query's key. */
export type Numbered = Source & { number: number };

/** The file that is read, what its columns are, and the accounts that came of it. Its lines enter the list by themselves
 * once log-in and password are found. */
export function useFile(
  game: GameDescription,
  list: ListOfAccounts,
  source: Numbered | null,
  onSource: (source: Source | null) => void,
  onRead: () => void,
) {
  const file = useQuery({
    queryKey: draftKeys.one("source", game.slug, source?.number ?? 0),
    queryFn: () => (source ? readSource(game.slug, source) : Promise.reject(new Error("no file"))),
    enabled: source !== null,
    gcTime: 0,
    structuralSharing: false,
  });
  const reading = source ? file.data : undefined;
  const [mapping, setMapping] = useState<Mapping>([]);
  // The cells of the accounts that came of it, by their ids.
  const batch = useRef<ReadonlyMap<string, readonly string[]>>(new Map());

  const add = (read: FileReading, columns: Mapping) => {
    if (missingText(columns) !== "") return;
    const made = addTo(list, rowsIn(read, columns), game.limits.maxLines);
    if (made === null) return;
    batch.current = new Map(made.map(({ id }, index) => [id, read.rows[index] ?? []]));
    onRead();
  };
  const remove = () => {
    const removed = batch.current;
    batch.current = new Map();
    if (removed.size > 0) list.change((entries) => entries.filter(({ id, sent }) => !removed.has(id) || sent !== null));
  };
  const begin = useEffectEvent((read: FileReading) => {
    const columns = startingMapping(game.slug, read.columns);
    setMapping(columns);
    add(read, columns);
  });
  useEffect(() => {
    if (reading) begin(reading);
  }, [reading]);

  const change = (next: Mapping) => {
    if (!reading) return;
    setMapping(next);
    rememberMapping(game.slug, reading.columns, next);
    if (batch.current.size === 0) return add(reading, next);
    if (missingText(next) !== "") return remove();
    const fields = new Map(reading.fields.map((field) => [field.name, field]));
    const moved = next.flatMap((name, index) => (name === mapping[index] ? [] : [index]));
    const cells = batch.current;
    list.change((entries) =>
      entries.map((entry) => {
        const row = cells.get(entry.id);
        if (row === undefined || isInFlight(entry)) return entry;
        const own: Record<string, unknown> = { ...entry.own };
        for (const index of moved)
          for (const key of Object.keys(cellOwn(columnField(fields, mapping[index]), row[index] ?? ""))) delete own[key];
        for (const index of moved) Object.assign(own, cellOwn(columnField(fields, next[index]), row[index] ?? ""));
        return changeEntry(entry, { own: own as typeof entry.own });
      }),
    );
  };
  return {
    source,
    reading,
    mapping,
    pending: source !== null && file.isFetching,
    error: source ? file.error : null,
    change,
    /** Another file, another reading of the same one, or none: what came of this one goes. */
    take: (next: Source | null) => {
      remove();
      onSource(next);
    },
    remove,
  };
}

export type FileOfAccounts = ReturnType<typeof useFile>;

export const columnField = (fields: ReadonlyMap<string, UploadField>, name: string | null | undefined) =>
  name ? fields.get(name) : undefined;
