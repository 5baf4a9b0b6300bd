import { useDeferredValue, useMemo } from "react";
import { type Account, edited, keyOf, type LineOverride, type Overrides } from "@/shared/creation/account";
import { type LineRule, parseText, replaceLines, splitLines, verdictOf } from "@/shared/creation/lines";
import type { Edit, LocalRow } from "@/shared/sheet/rows";
import { useHistory } from "@/shared/sheet/use-history";

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
