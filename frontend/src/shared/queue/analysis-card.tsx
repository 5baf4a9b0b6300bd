import { clsx } from "clsx";
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from "react";
import { DraftNote, DraftNotices } from "@/shared/creation/draft-note";
import { type LeftOver, type Origin, type Piece, pieces } from "@/shared/queue/analysis";
import type { AnalysisOfText } from "@/shared/queue/use-analysis";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Field, Textarea } from "@/ui/fields";

type AnalysisCardProps = {
  placeholder: string;
  analysis: AnalysisOfText;
  /** Where the values of the account that is looked at stand. */
  provenance: readonly Origin[];
  active: string | null;
};

/** The text to analyse; once it is analysed, the same text with what was read from it marked. Ctrl+Enter analyses. */
export function AnalysisCard({ placeholder, analysis, provenance, active }: AnalysisCardProps) {
  const { reading } = analysis;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    analysis.analyse();
  };
  return (
    <Card title="Texto da conta" description="Cole o anúncio ou a ficha da conta; uma ou várias contas por texto.">
      <DraftNotices draft={analysis.draft} />
      {reading === null ? (
        <Field label="Texto para análise" error={analysis.problem}>
          <Textarea
            code
            rows={10}
            value={analysis.text}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            onChange={(event) => analysis.setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </Field>
      ) : (
        <div className="grid gap-3">
          {reading.analysis.warnings.map(({ code, line, message }) => (
            <Alert key={`${code}-${line}`} tone={code === "banned" ? "bad" : "warn"}>
              <span className="font-medium tabular-nums">Linha {line}:</span> {message}
            </Alert>
          ))}
          <MarkedText
            text={reading.text}
            provenance={provenance}
            unrecognized={reading.analysis.unrecognized}
            active={active}
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {reading === null ? (
          <Button
            variant="primary"
            icon="search"
            busy={analysis.busy}
            aria-keyshortcuts="Control+Enter"
            data-tooltip="Ctrl + Enter"
            onClick={analysis.analyse}
          >
            {analysis.busy ? "Analisando" : "Analisar com IA"}
          </Button>
        ) : (
          <Button icon="edit" onClick={analysis.edit}>
            Editar texto
          </Button>
        )}
        <Button variant="ghost" disabled={analysis.text === ""} onClick={analysis.clear}>
          Limpar
        </Button>
        {analysis.text !== "" && <DraftNote draft={analysis.draft} />}
      </div>
    </Card>
  );
}

type MarkedTextProps = {
  text: string;
  provenance: readonly Origin[];
  unrecognized: readonly LeftOver[];
  /** The field whose piece stands out, null for none. */
  active: string | null;
};

/** The analysed text with every piece that gave a value marked; that of the active field stands out and is in view. */
function MarkedText({ text, provenance, unrecognized, active }: MarkedTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => pieces(text, provenance), [text, provenance]);
  const leftOver = useMemo(() => new Set(unrecognized.map(({ line }) => line)), [unrecognized]);

  useEffect(() => {
    const piece = active && box.current?.querySelector<HTMLElement>("[data-active]");
    if (piece && box.current) bringInto(box.current, piece);
  }, [active]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
    <section ref={box} aria-label="Texto analisado" className="marked-text" tabIndex={0}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a line of a text is known by
        <Line key={index} line={line} leftOver={leftOver.has(index + 1)} active={activeIn(line, active)} />
      ))}
    </section>
  );
}

type LineProps = { line: readonly Piece[]; leftOver: boolean; active: string | null };

/** Drawn anew only when it gains or loses the active piece: texts have thousands of lines. */
const Line = memo(function Line({ line, leftOver, active }: LineProps) {
  return (
    <div className={clsx("min-h-lh", leftOver && "marked-text-left-over")}>
      {line.map(({ text, fields }, index) =>
        fields.length === 0 ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
          <mark key={index} data-active={(active !== null && fields.includes(active)) || undefined}>
            {text}
          </mark>
        ),
      )}
    </div>
  );
});

function activeIn(line: readonly Piece[], active: string | null): string | null {
  return line.some(({ fields }) => active !== null && fields.includes(active)) ? active : null;
}

/** Scrolls the box alone: the page stays where the field being typed in is. */
function bringInto(box: HTMLElement, piece: HTMLElement): void {
  const top = piece.offsetTop - box.offsetTop;
  const above = top < box.scrollTop;
  const below = top + piece.offsetHeight > box.scrollTop + box.clientHeight;
  if (above || below) box.scrollTop = top - box.clientHeight / 2;
}
