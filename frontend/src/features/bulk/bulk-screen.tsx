import { type ReactNode, useEffect, useRef, useState } from "react";
import { useConfiguration } from "@/features/bulk/configuration";
import { CreateDialog } from "@/features/bulk/create-dialog";
import type { BulkGame } from "@/features/bulk/game";
import {
  onlyLines,
  type ParsedLine,
  parseText,
  TEXT_EMPTY,
  validLines,
  verdictOf,
  withoutLines,
} from "@/features/bulk/lines";
import { type LineExtras, LinesTable } from "@/features/bulk/lines-table";
import { PasteCard } from "@/features/bulk/paste-card";
import type { Run } from "@/features/bulk/run";
import { RunCard } from "@/features/bulk/run-card";
import { RunResults } from "@/features/bulk/run-results";
import { type CommonSettings, type Problems, problemText } from "@/features/bulk/settings";
import { type RunBody, useCreateRun } from "@/features/bulk/use-create-run";
import { useLeaveGuard } from "@/features/bulk/use-leave-guard";
import { usePastedText } from "@/features/bulk/use-pasted-text";
import { useRun } from "@/features/bulk/use-run";
import { integer } from "@/lib/format";
import { toast } from "@/lib/toast";
import { Button } from "@/ui/button";

type BulkScreenProps = {
  game: BulkGame;
  activeRun: Run | null;
  lastRun: Run | null;
  usdEurRate: string;
  settings: CommonSettings;
  /** The problems of the form, shown beside the fields by `onProblems`. */
  problems: (lines: ParsedLine[]) => Problems;
  onProblems: (problems: Problems) => void;
  /** What goes out beside the text, for the lines that do. */
  body: (lines: ParsedLine[]) => Omit<RunBody, "text">;
  extras: LineExtras;
  /** The settings' side. */
  children: ReactNode;
};

type Draft = {
  body: RunBody;
  text: string;
  /** Those that are sent, and those that repeat one of them. */
  settled: ParsedLine[];
  count: number;
  leftOut: number;
};

/** Paste, analyse, confirm, watch: the flow of document 2 §4 for the games whose accounts are pasted a line each. */
export function BulkScreen({ game, activeRun, lastRun, usdEurRate, extras, children, ...form }: BulkScreenProps) {
  const pasted = usePastedText(game.rule);
  const [analysed, setAnalysed] = useState(false);
  const [sent, setSent] = useState({ text: "", settled: [] as ParsedLine[] });
  const [draft, setDraft] = useState<Draft | null>(null);
  const [confirming, setConfirming] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const started = useRef<number | null>(null);
  const configuration = useConfiguration();
  const { run, isActive, busy, ...runs } = useRun(game.slug, activeRun, lastRun, (ended) => {
    if (ended.counts.created === ended.total && pasted.text === sent.text) {
      pasted.change(withoutLines(sent.text, sent.settled));
    }
  });
  const { preview, create, begin } = useCreateRun(game, {
    started: (runId) => {
      if (draft) setSent(draft);
      started.current = runId;
      runs.show(runId);
    },
    refused: (problems) => {
      form.onProblems(problems);
      setConfirming(false);
    },
  });
  useLeaveGuard(pasted.text.trim() !== "" && pasted.text !== sent.text);

  useEffect(() => {
    if (run === null || run.id !== started.current) return;
    started.current = null;
    top.current?.scrollIntoView({ block: "start" });
  }, [run]);

  const analyse = () => {
    if (pasted.text.trim() === "") toast.error(TEXT_EMPTY, "Texto vazio");
    else setAnalysed(true);
  };
  const askToCreate = async () => {
    const { lines } = parseText(pasted.text, game.rule);
    const valid = validLines(lines);
    const problems = form.problems(valid);
    // A key that was missing may have been saved in another tab since.
    const { data, error } = configuration.data?.apiKey ? configuration : await configuration.refetch();
    if (error) return toast.error("Não foi possível carregar suas configurações de API.");
    if (!data?.apiKey) return toast.error(NO_KEY, "Configuração incompleta");
    if (valid.length === 0) return toast.error("Nenhuma linha válida para criar.", "Sem contas válidas");
    form.onProblems(problems);
    if (Object.keys(problems).length > 0) return toast.error(problemText(problems));
    const body = { text: onlyLines(pasted.text, valid), ...form.body(valid) };
    setDraft({
      body,
      text: pasted.text,
      settled: lines.filter((line) => verdictOf(line) !== "invalid"),
      count: valid.length,
      leftOut: lines.length - valid.length,
    });
    setConfirming(true);
    begin(body);
  };

  const count = validLines(pasted.lines).length;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
      <div ref={top} className="grid min-w-0 gap-4">
        {run && <RunCard run={run} busy={busy} onAsk={runs.ask} />}
        {run && !isActive && (
          <RunResults run={run} busy={busy} onRetry={() => runs.ask("retry")} onClear={runs.clear} />
        )}
        <PasteCard
          game={game}
          pasted={pasted}
          onAnalyse={analyse}
          onClear={() => {
            pasted.clear();
            setAnalysed(false);
          }}
          onPaste={() => setAnalysed(true)}
        />
        {analysed && pasted.lines.length > 0 && (
          <LinesTable
            pasted={pasted}
            rule={game.rule}
            extras={extras}
            actions={
              <Button variant="primary" icon="play" busy={isActive} onClick={askToCreate}>
                {isActive ? "Criando contas" : createLabel(count)}
              </Button>
            }
          />
        )}
      </div>
      <div className="min-w-0">{children}</div>
      {draft && configuration.data && (
        <CreateDialog
          open={confirming}
          onClose={() => setConfirming(false)}
          onConfirm={() => create.mutateAsync(draft.body)}
          count={draft.count}
          leftOut={draft.leftOut}
          settings={form.settings}
          rate={usdEurRate}
          configuration={configuration.data}
          preview={preview.data}
          previewError={preview.error}
          variesByLine={Object.keys(draft.body.overrides).length > 0}
        />
      )}
    </div>
  );
}

const NO_KEY = "Chave de API do GameBoost não encontrada. Configure-a nas configurações.";

function createLabel(count: number): string {
  return count === 1 ? "Criar 1 conta" : `Criar ${integer(count)} contas`;
}
