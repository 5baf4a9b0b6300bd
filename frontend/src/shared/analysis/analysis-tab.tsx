import { clsx } from "clsx";
import { memo, type SyntheticEvent, useEffect, useMemo, useRef, useState } from "react";
import { plural } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import {
  type Analysis,
  type AnalysisOfText,
  type LeftOver,
  originsOf,
  type Piece,
  pieces,
  type ReadAccount,
  useAnalysis,
} from "@/shared/analysis/use-analysis";
import { ownOf, type Proposal, useProposals } from "@/shared/analysis/use-proposals";
import { fieldOf, type GameDescription, keyOf, textOf, type Values } from "@/shared/creation/game";
import { AS_IT_IS, onControlEnter, SaveNote } from "@/shared/creation/sources";
import type { Box } from "@/shared/creation/use-box";
import { Alert, useAnnounce } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { TextareaField } from "@/ui/fields";

const ProposalCard = lazy(() => import("@/shared/analysis/proposal-card"));

type AnalysisTabProps = {
  game: GameDescription;
  rate: string;
  reader: ReturnType<typeof useReader>;
  /** Puts the accounts into the list; false when it has no room for them. */
  onAdd: (accounts: readonly Values[]) => boolean;
  /** All accounts of the text were added. */
  onDone: () => void;
};

/** The text and what is read of it: the page keeps them, so that they stay while another tab is looked at. */
export function useReader(game: GameDescription, box: Box, form: Values) {
  const analysis = useAnalysis(game, box);
  return { box, form, analysis, proposals: useProposals(game, analysis.reading, form, box.text === "") };
}

export function AnalysisTab({ game, rate, reader, onAdd, onDone }: AnalysisTabProps) {
  const { box, form, analysis, proposals } = reader;
  const { reading } = analysis;
  useAnnounce(reading ? readLabel(reading.analysis) : "");
  const [chosen, setChosen] = useState(0);
  const [tries, setTries] = useState(0);
  // Which `data-field` is pointed at, or else has the focus.
  const [pointed, setPointed] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const proposal = proposals.open.find(({ index }) => index === chosen) ?? proposals.open[0];

  const add = (wanted: readonly Proposal[]) => {
    const wrong = wanted.find((each) => problemOf(game, each, form) !== "");
    if (wrong) {
      setChosen(wrong.index);
      setTries(tries + 1);
      if (wanted.length === 1) toast.error(problemOf(game, wrong, form));
      else {
        const names = lackingIn(game, wrong, form).map(({ label }) => label);
        const message = names.length > 0 ? `Falta preencher: ${names.join(", ")}.` : problemOf(game, wrong, form);
        toast.error(message, `Conta ${wrong.index + 1}`);
      }
      return;
    }
    if (!onAdd(wanted.map((each) => ownOf(each, game)))) return;
    setTries(0);
    proposals.added(wanted.map(({ index }) => index));
    toast.success(wanted.length === 1 ? "Conta adicionada à fila." : `${wanted.length} contas adicionadas à fila.`);
    if (wanted.length < proposals.open.length) return;
    analysis.clear(false);
    onDone();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are what is looked at
    <div
      className={clsx("grid items-start gap-4", reading && BESIDE)}
      onPointerOver={(event) => setPointed(fieldAt(event))}
      onPointerLeave={() => setPointed(null)}
      onFocus={(event) => setFocused(fieldAt(event))}
      onBlur={() => setFocused(null)}
    >
      <div className={clsx("min-w-0", reading && "lg:sticky lg:top-18")}>
        <TextToAnalyse game={game} box={box} analysis={analysis} read={proposal?.read} active={pointed ?? focused} />
      </div>
      {reading && !proposal && <Alert tone="info">As contas deste texto já foram adicionadas à fila.</Alert>}
      {reading && proposal && (
        <ProposalCard
          key={proposal.index}
          game={game}
          rate={rate}
          form={form}
          proposal={proposal}
          proposals={proposals}
          source={reading.analysis.source}
          leftOvers={reading.analysis.unrecognized}
          busy={analysis.busy}
          tries={tries}
          onTeach={analysis.teach}
          onAdd={() => add([proposal])}
          chooser={
            reading.analysis.accounts.length > 1 && (
              <Chooser
                open={proposals.open}
                chosen={proposal.index}
                onChoose={setChosen}
                onAll={() => add(proposals.open)}
              />
            )
          }
        />
      )}
    </div>
  );
}

const BESIDE = "lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]";

type ChooserProps = { open: readonly Proposal[]; chosen: number; onChoose: (index: number) => void; onAll: () => void };

/** The accounts of one text that are not in the queue yet. */
function Chooser({ open, chosen, onChoose, onAll }: ChooserProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <fieldset className="flex max-h-28 flex-wrap gap-1.5 overflow-auto">
        <legend className="mb-1.5 font-medium text-sm">Contas encontradas no texto ({open.length})</legend>
        {open.map(({ index, own }) => (
          <Button
            key={index}
            size="sm"
            variant={index === chosen ? "secondary" : "ghost"}
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
          >
            Conta {index + 1}
            {own.login && <span className="max-w-28 truncate text-muted">{textOf(own.login)}</span>}
          </Button>
        ))}
      </fieldset>
      <Button size="sm" icon="plus" onClick={onAll}>
        Adicionar todas
      </Button>
    </div>
  );
}

/** What there is now, for those who do not see it come. */
function readLabel({ accounts, unrecognized }: Analysis): string {
  const read = `Análise pronta: ${plural(accounts.length, "conta", "contas")}`;
  if (unrecognized.length === 0) return `${read}.`;
  return `${read}, ${plural(unrecognized.length, "linha", "linhas")} a conferir.`;
}

const BANNED = "O texto diz que a conta está banida: confira antes de adicionar.";

/** Why an account cannot be added, in the game's words where something that it needs is not there. */
function problemOf(game: GameDescription, proposal: Proposal, form: Values): string {
  const [lacking] = lackingIn(game, proposal, form);
  if (lacking) return lacking.missing || (game.words.missing ?? "");
  return Object.values(proposal.problems)[0] || (proposal.banned ? BANNED : "");
}

function lackingIn(game: GameDescription, { own }: Proposal, form: Values): GameDescription["fields"] {
  return NEEDED.flatMap((role) => fieldOf(game, role) ?? []).filter((field) => {
    const key = keyOf(field);
    return textOf(own[key]).trim() === "" && (field.scope === "account" || textOf(form[key]) === "");
  });
}

const NEEDED = ["login", "password", "price", "provider"] as const;

function fieldAt({ target }: SyntheticEvent): string | null {
  return (target as Element).closest<HTMLElement>("[data-field]")?.dataset.field ?? null;
}

type TextToAnalyseProps = {
  game: GameDescription;
  box: Box;
  analysis: AnalysisOfText;
  /** The account that is looked at. */
  read: ReadAccount | undefined;
  active: string | null;
};

/** The text to analyse; once it is analysed, the same text with what was read from it marked. Ctrl+Enter analyses. */
function TextToAnalyse({ game, box, analysis, read, active }: TextToAnalyseProps) {
  const { reading } = analysis;
  return (
    <>
      {reading === null ? (
        <TextareaField
          label="Texto para análise"
          hint="Cole o anúncio ou a ficha da conta; uma ou várias contas por texto."
          error={analysis.problem}
          {...AS_IT_IS}
          value={box.text}
          placeholder={game.words.example}
          onChange={(event) => analysis.setText(event.target.value)}
          onKeyDown={onControlEnter(analysis.analyse)}
        />
      ) : (
        <div className="grid gap-3">
          {reading.analysis.warnings.map(({ code, line, message }) => (
            <Alert key={`${code}-${line}`} tone={code === "banned" ? "bad" : "warn"}>
              <span className="font-medium tabular-nums">Linha {line}:</span> {message}
            </Alert>
          ))}
          <MarkedText text={reading.text} read={read} unrecognized={reading.analysis.unrecognized} active={active} />
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
        <Button variant="ghost" disabled={box.text === ""} onClick={() => analysis.clear()}>
          Limpar
        </Button>
        {box.text !== "" && <SaveNote saving={box.saving} failure={box.failure} cookies={box.cookies} />}
      </div>
    </>
  );
}

type MarkedTextProps = {
  text: string;
  read: ReadAccount | undefined;
  unrecognized: readonly LeftOver[];
  /** The field whose piece stands out, null for none. */
  active: string | null;
};

/** The analysed text with every piece that gave a value marked; that of the active field stands out and is in view. */
function MarkedText({ text, read, unrecognized, active }: MarkedTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => pieces(text, read ? originsOf(read) : []), [text, read]);
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
