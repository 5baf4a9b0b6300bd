import { clsx } from "clsx";
import { memo, useEffect, useMemo, useRef } from "react";
import { type LeftOver, type Origin, type Piece, pieces } from "@/shared/queue/analysis";

type MarkedTextProps = {
  text: string;
  provenance: readonly Origin[];
  unrecognized: readonly LeftOver[];
  /** The field whose piece stands out, null for none. */
  active: string | null;
};

/** The analysed text with every piece that gave a value marked; that of the active field stands out and is in view. */
export function MarkedText({ text, provenance, unrecognized, active }: MarkedTextProps) {
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
