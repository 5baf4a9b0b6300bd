/** A pasted line as an account, with what it has of its own. */

import { useDeferredValue, useMemo } from "react";
import { decimal, parseMoney } from "@/lib/format";
import {
  fold,
  type LineField,
  type LineRule,
  type ParsedLine,
  parseText,
  replaceLines,
  splitLines,
  verdictOf,
} from "@/shared/creation/lines";
import { asBody } from "@/shared/creation/settings";
import type { Edit, GridColumn, LocalRow } from "@/shared/sheet/rows";
import { useHistory } from "@/shared/sheet/use-history";

/** What one line states differently from the general settings, as typed; absent or blank leaves those in force. */
export type LineOverride = { title?: string; priceUsd?: string };

export type Account<O extends LineOverride = LineOverride> = { parsed: ParsedLine; raw: string; override: O };

/** By login, so that a line keeps its own while the text around it changes. */
export type Overrides<O extends LineOverride> = ReadonlyMap<string, O>;

export const keyOf = ({ login }: Pick<ParsedLine, "login">): string => fold(login);

/** The line itself, for lines that could not be parted. */
export const WHOLE_LINE: GridColumn<Account> = {
  key: "raw",
  header: "Linha",
  value: ({ raw }) => raw,
  editable: ({ parsed }) => parsed.login === "",
};

type ColumnOptions<O extends LineOverride> = {
  rule: LineRule;
  /** Euros for a dollar. */
  rate: string;
  /** In force where the line says nothing. */
  general: { title: (account: Account<O>) => string; priceUsd: string };
  /** Whether lines may have titles of their own. */
  titles: boolean;
  /** Beside the shared ones. */
  extra: readonly GridColumn<Account<O>>[];
};

const EMAIL_AND_PASSWORD = "Escreva o e-mail com a senha dele: email:senhadoemail";

/** The grid's columns after 'Status', then what a line may have of its own. */
export function accountColumns<O extends LineOverride>(options: ColumnOptions<O>): GridColumn<Account<O>>[] {
  const { rule, rate, general, titles, extra } = options;
  const parted = ({ parsed }: Account<O>) => parsed.login !== "";
  return [
    { ...field<O>(rule, "login", "Login"), editable: parted },
    { ...field<O>(rule, "password", "Senha"), kind: "secret", editable: parted, width: 5.25 },
    { ...field<O>(rule, "emailLogin", "Email"), editable: parted },
    ...extra,
    {
      key: "title",
      header: "Título",
      value: ({ override }) => override.title ?? "",
      fallback: general.title,
      outgoing: ({ title }) => title,
      editable: titles ? parted : undefined,
      refuse: (value) => (value.length < 3 ? "Título deve ter pelo menos 3 caracteres" : ""),
    },
    {
      key: "priceUsd",
      header: "Preço (USD)",
      kind: "money",
      rate,
      value: ({ override }) => parseMoney(override.priceUsd ?? "") ?? "",
      fallback: () => parseMoney(general.priceUsd) ?? "",
      editable: parted,
      width: 5.5,
    },
  ];
}

/** The text and the lines' own settings after some cells were written. */
export function edited<O extends LineOverride>(
  edits: readonly Edit[],
  accounts: ReadonlyMap<string, Account<O>>,
  overrides: Overrides<O>,
  rule: LineRule,
): { lines: Map<number, string>; overrides: Overrides<O> } {
  const lines = new Map<number, string>();
  const own = new Map(overrides);
  for (const { id, column, value } of edits) {
    const account = accounts.get(id);
    if (account === undefined) continue;
    const { parsed, raw } = account;
    if (column === "raw") {
      lines.set(parsed.line, value);
    } else if (column === "title" || column === "priceUsd") {
      const typed = column === "title" || value === "" ? value : decimal(value);
      own.set(keyOf(parsed), { ...own.get(keyOf(parsed)), [column]: typed } as O);
    } else {
      const line = rule.write(lines.get(parsed.line) ?? raw, column as LineField, value);
      lines.set(parsed.line, line);
      if (column === "login") moveOverride(own, keyOf(parsed), fold(value));
    }
  }
  return { lines, overrides: own };
}

/** {"12": {"priceUsd": "5.00"}}: what the lines have of their own; `stated` says what of it counts. */
export function overridesBody<O extends LineOverride>(
  lines: readonly ParsedLine[],
  overrides: Overrides<O>,
  stated: (own: O) => object,
): Record<string, object> {
  const body: Record<string, object> = {};
  for (const line of lines) {
    const own = overrides.get(keyOf(line));
    const kept = own ? stated(own) : {};
    if (Object.keys(kept).length > 0) body[line.line] = asBody(kept);
  }
  return body;
}

export function filled<O extends object>(own: O): Partial<O> {
  const kept = Object.entries(own).filter(([, value]) => value !== undefined && value.length > 0);
  return Object.fromEntries(kept) as Partial<O>;
}

function moveOverride<O>(overrides: Map<string, O>, from: string, to: string): void {
  const own = overrides.get(from);
  if (own === undefined || from === to) return;
  overrides.delete(from);
  overrides.set(to, own);
}

function field<O extends LineOverride>(rule: LineRule, name: LineField, header: string): GridColumn<Account<O>> {
  return {
    key: name,
    header,
    value: ({ parsed }) => parsed[name],
    refuse: (value, { parsed, raw }) => {
      const isNewEmail = name === "emailLogin" && parsed.emailLogin === "";
      const written = rule.part(parsed.line, rule.write(raw, name, value));
      const read = isNewEmail ? `${written.emailLogin}:${written.emailPassword}` : written[name];
      if (written.error === "" && read === value) return "";
      return isNewEmail ? EMAIL_AND_PASSWORD : "Esse texto não cabe no formato da linha.";
    },
  };
}

type Paste<O extends LineOverride> = { text: string; overrides: Overrides<O> };

/** The pasted text, what single lines have of their own, and their reading, which follows without holding up the typing.
 *
 * Nothing of the text is put into browser storage; `useDraft` keeps it on the server.
 */
export function usePastedText<O extends LineOverride>(rule: LineRule) {
  const history = useHistory<Paste<O>>({ text: "", overrides: new Map() });
  const { text, overrides } = history.value;
  const read = useDeferredValue(history.value);
  const parsed = useMemo(() => ({ ...parseText(read.text, rule), raw: splitLines(read.text) }), [read.text, rule]);
  const accounts = useMemo(
    () => parsed.lines.map((line) => accountOf(line, parsed.raw, read.overrides)),
    [parsed, read.overrides],
  );
  const rows = useMemo(() => accounts.map(rowOf), [accounts]);

  return {
    text,
    overrides,
    /** What the reading below is of: the text of a moment ago while people type. */
    readText: read.text,
    ...parsed,
    rows,
    change: (next: string) => history.set((current) => ({ ...current, text: next }), "typing"),
    /** Rewrite some lines, by number, where they stand. */
    fix: (lines: ReadonlyMap<number, string>) =>
      history.set((current) => ({ ...current, text: replaceLines(current.text, lines) })),
    /** Write cells; one call is one step to undo. */
    edit: (edits: readonly Edit[]) => {
      const known = new Map(rows.map(({ id, data }) => [id, data]));
      history.set((current) => {
        const { lines, overrides } = edited(edits, known, current.overrides, rule);
        return { text: replaceLines(current.text, lines), overrides };
      });
    },
    /** One line's own settings as a whole. */
    override: ({ parsed }: Account<O>, own: O) =>
      history.set(
        (current) => ({ ...current, overrides: new Map(current.overrides).set(keyOf(parsed), own) }),
        `override ${keyOf(parsed)}`,
      ),
    clear: () => history.set((current) => ({ ...current, text: "" })),
    /** Without a way back, for text that was sent. */
    settle: (rest: string) => history.reset({ text: rest, overrides }),
    /** What the server kept. */
    restore: (kept: { text: string; overrides: object }, { undoable = false } = {}) => {
      const paste = { text: kept.text, overrides: new Map(Object.entries(kept.overrides)) as Overrides<O> };
      if (undoable) history.set(paste);
      else history.reset(paste);
    },
    undo: history.undo,
    redo: history.redo,
  };
}

export type PastedText<O extends LineOverride = LineOverride> = ReturnType<typeof usePastedText<O>>;

function accountOf<O extends LineOverride>(
  parsed: Account["parsed"],
  raw: readonly string[],
  overrides: Overrides<O>,
): Account<O> {
  const own = overrides.get(keyOf(parsed)) ?? (NOTHING_OWN as O);
  return { parsed, raw: raw[parsed.line - 1] ?? "", override: own };
}

function rowOf<O extends LineOverride>(account: Account<O>): LocalRow<Account<O>> {
  const { parsed, raw, override } = account;
  const own = override === NOTHING_OWN ? "" : JSON.stringify(override);
  const verdict = verdictOf(parsed);
  return {
    id: String(parsed.line),
    line: parsed.line,
    data: account,
    // Of equal lines the first is another one than those that repeat it.
    stamp: `${verdict}\n${raw}\n${own}`,
    verdict,
    error: parsed.error,
  };
}

const NOTHING_OWN: LineOverride = {};
