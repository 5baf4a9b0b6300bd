import { type KeyboardEvent, useDeferredValue, useState } from "react";
import { counted, integer } from "@/lib/format";
import { DraftNote, DraftNotices } from "@/shared/creation/draft-note";
import { type BulkGame, countLines, type ParsedLine, TEXT_EMPTY, validLines } from "@/shared/creation/lines";
import type { DraftState } from "@/shared/creation/use-draft";
import type { PastedText } from "@/shared/creation/use-pasted-text";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Field, Textarea } from "@/ui/fields";

type PasteCardProps = {
  game: BulkGame;
  draft: DraftState;
  pasted: Pick<PastedText, "text" | "lines" | "problem" | "change" | "undo">;
  /** The next step is the preview below, no longer the analysis. */
  analysed: boolean;
  onAnalyse: () => void;
  onClear: () => void;
  /** What is pasted is analysed without asking. */
  onPaste: () => void;
};

/** The text area with its line counter; Ctrl+Enter analyses. */
export function PasteCard({ game, draft, pasted, analysed, onAnalyse, onClear, onPaste }: PasteCardProps) {
  // Thousands of lines take long to count and to lay out: neither holds up the typing, here or in the grid.
  const [focused, setFocused] = useState(false);
  const late = useDeferredValue(pasted.text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onAnalyse();
  };
  const problem = pasted.problem === TEXT_EMPTY ? undefined : (pasted.problem ?? undefined);
  return (
    <Card title="Contas" description={game.format}>
      {pasted.text !== "" && <DraftNotices draft={draft} />}
      <Field label="Detalhes das contas" hint={counter(late, pasted.lines)} error={problem}>
        <Textarea
          code
          rows={10}
          value={focused ? pasted.text : late}
          placeholder={game.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          onChange={(event) => pasted.change(event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onPaste={onPaste}
        />
      </Field>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          variant={analysed ? "secondary" : "primary"}
          icon="search"
          aria-keyshortcuts="Control+Enter"
          data-tooltip="Ctrl + Enter"
          onClick={onAnalyse}
        >
          {game.analyseLabel}
        </Button>
        <Button variant="ghost" disabled={pasted.text === ""} onClick={onClear}>
          Limpar
        </Button>
        {pasted.undo && (
          <Button variant="ghost" icon="undo" onClick={pasted.undo}>
            Desfazer
          </Button>
        )}
        {pasted.text !== "" && <DraftNote draft={draft} />}
      </div>
    </Card>
  );
}

function counter(text: string, lines: readonly ParsedLine[]): string {
  const count = countLines(text);
  const valid = validLines(lines).length;
  const problems = lines.length - valid;
  const parts = [counted(count, "linha", "linhas"), counted(valid, "válida", "válidas")];
  if (problems > 0) parts.push(`${integer(problems)} com problema`);
  return count === 0 ? "Nenhuma linha" : parts.join(" · ");
}
