import { type KeyboardEvent, useId, useState } from "react";
import { type ParsedLine, verdictOf } from "@/features/bulk/lines";
import { IconButton } from "@/ui/icon-button";
import { Input } from "@/ui/input";
import { Status } from "@/ui/status";

type LineFixProps = {
  line: ParsedLine;
  /** The line as it stands in the text. */
  raw: string;
  /** Called with the line's new text; "" takes it out and leaves the numbers of the others alone. */
  onFix: (text: string) => void;
};

/** A line that cannot be sent: its number, the documented text, and the line itself to be rewritten. */
export function LineFix({ line, raw, onFix }: LineFixProps) {
  const [draft, setDraft] = useState(raw);
  const [shown, setShown] = useState(raw);
  const id = useId();
  if (shown !== raw) {
    setShown(raw);
    setDraft(raw);
  }
  const commit = () => draft !== raw && onFix(draft);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") setDraft(raw);
    if (event.key === "Enter") {
      // Leaving the field is what rewrites the line; the next one to fix takes the keyboard.
      if (!focusNext(event.currentTarget)) event.currentTarget.blur();
    }
  };
  return (
    <div className="grid w-full grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 text-start sm:grid-cols-[8rem_1fr_auto]">
      <span className="flex items-center gap-3 whitespace-nowrap">
        <span className="min-w-6 text-end text-muted tabular-nums">{line.line}</span>
        {verdictOf(line) === "duplicate" ? (
          <Status tone="warn">Duplicada</Status>
        ) : (
          <Status tone="bad">Inválida</Status>
        )}
      </span>
      <Input
        data-line-fix
        className="min-w-0 font-mono text-sm max-sm:order-1 max-sm:col-span-2"
        aria-label={`Linha ${line.line}`}
        aria-invalid="true"
        aria-describedby={id}
        autoComplete="off"
        spellCheck={false}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <IconButton icon="trash" size="sm" label={`Remover linha ${line.line}`} onClick={() => onFix("")} />
      <p id={id} className="text-sm text-bad max-sm:order-2 max-sm:col-span-2 sm:col-span-2 sm:col-start-2">
        {line.error}
      </p>
    </div>
  );
}

function focusNext(input: HTMLInputElement): boolean {
  const inputs = [...(input.closest("table")?.querySelectorAll<HTMLInputElement>("[data-line-fix]") ?? [])];
  const next = inputs[inputs.indexOf(input) + 1];
  next?.focus();
  return next !== undefined;
}
