import { decimal, parseMoney } from "@/lib/format";
import { type Entry, fieldValue, isWhole, readingOf, WHOLE } from "@/shared/creation/entries";
import { type Field, type GameDescription, keyOf, textOf, type Values } from "@/shared/creation/game";
import { countOf, problemOf } from "@/shared/creation/values";
import type { GridColumn } from "@/shared/sheet/rows";
import { Button } from "@/ui/button";

const KINDS: Record<string, GridColumn<Entry>["kind"]> = { secret: "secret", count: "count" };
const WIDTHS: Record<string, number> = { count: 6, money: 5.5 };
const ALWAYS = ["login", "password", "title", "price"];
const NEVER = ["longtext", "images"];

/** The fields that the grid has a column of: those that all games have, and whatever an account says of itself. */
export function shownFields(
  game: GameDescription,
  entries: readonly Entry[],
  mapped: ReadonlySet<string>,
): readonly Field[] {
  const stated = new Set<string>();
  for (const entry of entries) {
    for (const key in readingOf(entry, game).own) stated.add(key);
    for (const key in entry.own) if (!key.startsWith("account_data.")) stated.add(key);
  }
  const lineFields = new Set(game.lines.order);
  const shows = (field: Field) =>
    ALWAYS.includes(field.role) ||
    game.shown.includes(field.name) ||
    mapped.has(keyOf(field)) ||
    (stated.has(keyOf(field)) &&
      !NEVER.includes(field.kind) &&
      field.role !== "emailPassword" &&
      (field.role !== "provider" || !game.queued));
  const fields = game.fields.filter((field) => shows(field) && !NEVER.includes(field.kind));
  const rank = ({ name, role }: Field) => (lineFields.has(name) ? 0 : role === "title" ? 2 : role === "price" ? 3 : 1);
  return fields.toSorted((one, other) => rank(one) - rank(other));
}

/** The grid's columns after 'Status'. */
export function gridColumns(
  fields: readonly Field[],
  game: GameDescription,
  rate: string,
  form: Values,
): GridColumn<Entry>[] {
  return fields.map((field) => {
    const key = keyOf(field);
    const isMoney = field.kind === "money";
    const general = textOf(form[key]);
    const fallback = isMoney ? (parseMoney(general) ?? "") : general;
    return {
      key,
      header: field.label,
      kind: isMoney ? "money" : (KINDS[field.kind] ?? "text"),
      value: (entry) => {
        const text = fieldValue(entry, game, key);
        if (field.kind === "count") return String(countOf(text) ?? text);
        // What is no amount is shown with what the server says of it, never as the general price.
        return isMoney ? (parseMoney(text) ?? text) : text;
      },
      editable: (entry) => !isWhole(entry, game),
      ...(field.scope === "form" || !field.required ? { fallback: () => (field.scope === "form" ? fallback : "") } : {}),
      ...(field.role === "title" && { outgoing: (row) => row.title }),
      ...(isMoney && game.currency === "USD" && { rate }),
      refuse: (value) => problemOf(field, isMoney ? decimal(value) : value),
      width: field.role === "password" ? 7 : WIDTHS[field.kind],
    };
  });
}

/** The line itself, where nothing of it could be told apart. */
export const wholeLine = (game: GameDescription): GridColumn<Entry> => ({
  key: WHOLE,
  header: "Linha",
  value: ({ text }) => text,
  editable: (entry) => isWhole(entry, game),
});

/** The button that opens and closes the settings of one account. */
export function configColumn(open: string | null, onOpen: (id: string | null) => void): GridColumn<Entry> {
  return {
    key: "config",
    header: "Configuração",
    value: () => "",
    cell: ({ id }) => (
      <Button size="sm" tabIndex={-1} aria-expanded={open === id} onClick={() => onOpen(open === id ? null : id)}>
        {open === id ? "Fechar" : "Configurar"}
      </Button>
    ),
    width: 6.5,
  };
}
