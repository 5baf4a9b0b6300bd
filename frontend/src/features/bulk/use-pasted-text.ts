import { useDeferredValue, useMemo, useState } from "react";
import { type LineRule, parseText, replaceLines, splitLines } from "@/features/bulk/lines";

/** The pasted text and its reading, which follows the typing without holding it up.
 *
 * Credentials stay in memory: nothing of the text is put into browser storage.
 */
export function usePastedText(rule: LineRule) {
  const [text, setText] = useState("");
  const [cleared, setCleared] = useState("");
  const read = useDeferredValue(text);
  const parsed = useMemo(() => ({ ...parseText(read, rule), raw: splitLines(read) }), [read, rule]);

  const change = (next: string) => {
    setText(next);
    setCleared("");
  };
  return {
    text,
    ...parsed,
    change,
    /** Rewrite some lines, by number, where they stand. */
    fix: (lines: ReadonlyMap<number, string>) => setText((current) => replaceLines(current, lines)),
    clear: () => {
      setText("");
      setCleared(text);
    },
    /** Brings back what `clear` took, until something else is typed. */
    undo: cleared === "" ? null : () => change(cleared),
  };
}

export type PastedText = ReturnType<typeof usePastedText>;
