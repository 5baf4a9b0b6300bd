import { useMemo } from "react";
import { integer } from "@/lib/format";
import type { LineOverride } from "@/shared/creation/account";
import { type LineRule, suggestion, verdictOf } from "@/shared/creation/lines";
import type { PastedText } from "@/shared/creation/use-pasted-text";
import { Button } from "@/ui/button";

/** Offers the separator that malformed lines probably meant, for all of them at once. */
export function SeparatorFix<O extends LineOverride>({ pasted, rule }: { pasted: PastedText<O>; rule: LineRule }) {
  const { lines, raw } = pasted;
  const fixes = useMemo(() => {
    const found = new Map<number, string>();
    for (const line of lines) {
      const fixed = verdictOf(line) === "invalid" ? suggestion(raw[line.line - 1] ?? "", rule) : null;
      if (fixed !== null) found.set(line.line, fixed);
    }
    return found;
  }, [lines, raw, rule]);
  if (fixes.size === 0) return null;
  return (
    <Button size="sm" icon="edit" onClick={() => pasted.fix(fixes)}>
      Corrigir separador ({integer(fixes.size)})
    </Button>
  );
}
