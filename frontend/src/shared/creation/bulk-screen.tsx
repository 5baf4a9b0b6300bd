import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Preview } from "@/api/drafts";
import type { Run } from "@/api/runs";
import { counted, integer, money, parseMoney } from "@/lib/format";
import { toEuro } from "@/lib/money";
import { toast } from "@/lib/toast";
import type { Form, Problems } from "@/lib/use-form";
import {
  type Account,
  accountColumns,
  type LineOverride,
  overridesBody,
  type PastedText,
  WHOLE_LINE,
} from "@/shared/creation/account";
import {
  type BulkGame,
  blankedLines,
  countLines,
  forServer,
  type LineRule,
  type ParsedLine,
  suggestion,
  TEXT_EMPTY,
  validLines,
  verdictOf,
  withoutLines,
} from "@/shared/creation/lines";
import { asBody, type CommonSettings, commonProblems, type Limits, problemText } from "@/shared/creation/settings";
import { DraftNote, DraftNotices, type DraftState, useDraft } from "@/shared/creation/use-draft";
import { useConfiguration } from "@/shared/marketplace/configuration";
import { RunCard, RunOutOfSight } from "@/shared/run/run-card";
import { RunResults } from "@/shared/run/run-results";
import { useRun } from "@/shared/run/use-run";
import { ConfirmRun, CreateButton, PreviewCard, usePreviewCode } from "@/shared/sheet/preview-card";
import type { GridColumn, GridRow } from "@/shared/sheet/rows";
import { useBulkCreation } from "@/shared/sheet/use-bulk-creation";
import { leftLines, linesHeldBy, takenLines } from "@/shared/sheet/use-preview";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Field, Textarea } from "@/ui/fields";
import { FirstHint } from "@/ui/first-hint";

/** What the page of such a creator brings; `defaults` and `options` are the game's own. */
export type BulkPage<D, X> = {
  activeRun: Run | null;
  lastRun: Run | null;
  defaults: D;
  usdEurRate: string;
  limits: Limits;
  options: X;
};

/** The functions stay the same until they would answer otherwise. */
type BulkScreenProps<S extends CommonSettings, O extends LineOverride> = {
  game: BulkGame;
  page: BulkPage<object, object>;
  pasted: PastedText<O>;
  settings: Form<S>;
  /** Of the game's own fields and the lines' own settings. */
  problems?: (lines: readonly ParsedLine[]) => Problems;
  /** What counts of a line's own settings. */
  stated: (own: O) => object;
  /** Whether lines may have titles of their own, and what the game then calls one that has none. */
  titles?: boolean;
  titleOf?: (line: ParsedLine) => string;
  /** Beside the columns that all games have. */
  extra: readonly GridColumn<Account<O>>[];
  panel?: (row: GridRow<Account<O>>) => ReactNode;
  children: ReactNode;
};

/** The creator of games whose accounts are pasted one a line: paste, analyse, correct, confirm, watch. */
export function BulkScreen<S extends CommonSettings, O extends LineOverride>(props: BulkScreenProps<S, O>) {
  const { game, page, pasted, settings, problems: ownProblems, stated, titles = true, titleOf, extra } = props;
  const { values } = settings;
  const [analysed, setAnalysed] = useState(false);
  // The text that a run was made of, and which of its lines went.
  const [sent, setSent] = useState({ text: "", lines: NO_LINES });
  const top = useRef<HTMLDivElement>(null);
  const started = useRef<number | null>(null);
  const configuration = useConfiguration();
  const hasKey = Boolean(configuration.data?.apiKey);

  const { lines, readText, overrides } = pasted;
  const valid = useMemo(() => validLines(lines), [lines]);
  const { title, priceUsd } = values;
  const columns = useMemo(() => {
    const titleFor = ({ parsed }: Account<O>) => (titles && titleOf ? titleOf(parsed) : title);
    return accountColumns<O>({
      rule: game.rule,
      rate: page.usdEurRate,
      general: { title: titleFor, priceUsd },
      titles,
      extra,
    });
  }, [game, page.usdEurRate, title, priceUsd, titles, titleOf, extra]);
  const problemsOf = useCallback(
    (lines: readonly ParsedLine[]) => ({ ...commonProblems(values), ...ownProblems?.(lines) }),
    [values, ownProblems],
  );
  const { body, waiting } = useMemo(() => {
    if (!analysed) return { body: null, waiting: "" };
    const text = forServer(readText, lines);
    const waiting = waitingText(hasKey, lines.length > 0 && text.trim() !== "", problemsOf(valid));
    const sent = { ...asBody(values), ...(titleOf && { customTitles: titles }) };
    const body = { text, settings: sent, overrides: overridesBody(lines, overrides, stated) };
    return { body: waiting === "" ? body : null, waiting };
  }, [analysed, hasKey, readText, lines, valid, problemsOf, values, titles, titleOf, overrides, stated]);
  const runs = useRun(game.slug, page.activeRun, page.lastRun, (ended) => {
    if (pasted.text !== sent.text) return;
    if (ended.counts.created === ended.total) pasted.settle(withoutLines(sent.text, sent.lines));
    else void preview.refresh();
  });
  const { run, isActive, isGoing, busy, error } = runs;
  const creation = useBulkCreation({
    game: game.slug,
    endpoint: game.endpoint,
    rows: pasted.rows,
    body,
    waiting,
    runs,
    onStarted: (runId) => {
      setSent({ text: pasted.text, lines: preview.answer ? takenLines(preview.answer) : NO_LINES });
      started.current = runId;
    },
    onProblems: settings.setProblems,
  });
  const { preview } = creation;
  const skipLines = useMemo(() => (preview.answer ? leftLines(preview.answer) : []), [preview.answer]);
  const ready = preview.rows.filter(({ verdict }) => verdict === "valid" || verdict === "warning").length;
  const isPreviewed = analysed && lines.length > 0;

  usePreviewCode();
  const draft = useDraft(game.slug, pasted, sent);

  const dropCreated = useEffectEvent((answer: Preview) => {
    if (run === null || isActive || pasted.text !== sent.text) return;
    const held = linesHeldBy(run.id, answer);
    const gone = new Set(
      answer.rows
        .filter(({ line, duplicateOf }) => sent.lines.has(line) && held.has(duplicateOf ?? line))
        .map(({ line }) => line),
    );
    if (gone.size === 0) return;
    const text = blankedLines(sent.text, gone);
    setSent({ text, lines: new Set([...sent.lines].filter((line) => !gone.has(line))) });
    pasted.settle(text);
  });
  useEffect(() => {
    if (preview.answer) dropCreated(preview.answer);
  }, [preview.answer]);

  useEffect(() => {
    if (run === null || run.id !== started.current) return;
    started.current = null;
    top.current?.scrollIntoView({ block: "start" });
  }, [run]);

  const analyse = () => {
    if (pasted.text.trim() === "") toast.error(TEXT_EMPTY, "Texto vazio");
    else setAnalysed(true);
  };
  const refuse = () => {
    const problems = ready > 0 ? problemsOf(valid) : {};
    if (ready > 0) settings.setProblems(problems);
    else toast.error("Nenhuma linha válida para criar.", "Sem contas válidas");
    if (Object.keys(problems).length > 0) toast.error(problemText(problems));
    return ready === 0 || Object.keys(problems).length > 0;
  };

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div ref={top} className="grid min-w-0 gap-4">
        <FirstHint />
        {run === null && isActive && error && <RunOutOfSight error={error} />}
        {run && <RunCard run={run} busy={busy} error={error} onAsk={runs.ask} />}
        {run && !isActive && (
          <RunResults run={run} busy={busy} onRetry={() => runs.ask("retry")} onClear={runs.clear} />
        )}
        <PasteCard
          game={game}
          draft={draft}
          pasted={pasted}
          analysed={isPreviewed}
          onAnalyse={analyse}
          onClear={() => {
            pasted.clear();
            setAnalysed(false);
          }}
          onPaste={() => setAnalysed(true)}
        />
        {isPreviewed && (
          <PreviewCard
            label="Linhas analisadas"
            title="Resultado da análise"
            description={`${integer(ready)} de ${integer(lines.length)} linhas válidas`}
            actions={<CreateButton rows={preview.rows} busy={isGoing} onCreate={() => creation.askToCreate(refuse)} />}
            tools={<SeparatorFix pasted={pasted} rule={game.rule} />}
            preview={preview}
            columns={columns}
            whole={WHOLE_LINE as GridColumn<Account<O>>}
            onEdit={pasted.edit}
            onRemove={(ids) => pasted.fix(new Map(ids.map((id) => [Number(id), ""])))}
            undo={pasted.undo}
            redo={pasted.redo}
            panel={props.panel}
          />
        )}
      </div>
      <div className="min-w-0">{props.children}</div>
      {body && configuration.data && (
        <ConfirmRun
          open={creation.confirming}
          onClose={creation.cancel}
          preview={preview}
          body={{ ...body, skipLines }}
          start={creation.start}
          configuration={configuration.data}
          facts={factsOf(values, page.usdEurRate)}
          leftOut={lines.length - (preview.answer?.rows.length ?? 0) + skipLines.length}
        />
      )}
    </div>
  );
}

const NO_LINES: ReadonlySet<number> = new Set();

/** Why the server is not asked yet, "" when it is. */
function waitingText(hasKey: boolean, any: boolean, problems: Problems): string {
  if (!hasKey) return "Configure a chave de API para o servidor conferir as contas.";
  if (!any) return "Nenhuma linha válida para conferir.";
  return Object.keys(problems).length > 0 ? "Corrija os campos do anúncio para o servidor conferir as contas." : "";
}

function factsOf({ title, priceUsd }: CommonSettings, rate: string): [string, ReactNode][] {
  const usd = parseMoney(priceUsd) ?? "0.00";
  const price = `${money(toEuro(usd, rate) ?? "0.00", "EUR")} (${money(usd, "USD")})`;
  return [
    ["Título", title],
    ["Preço por conta", price],
  ];
}

/** Offers the separator that malformed lines probably meant, for all of them at once. */
function SeparatorFix<O extends LineOverride>({ pasted, rule }: { pasted: PastedText<O>; rule: LineRule }) {
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
function PasteCard({ game, draft, pasted, analysed, onAnalyse, onClear, onPaste }: PasteCardProps) {
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
