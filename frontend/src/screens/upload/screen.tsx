import "@/styles/sheet.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Game } from "@/api/client";
import { type Preview, type Reading, readSource, type Source } from "@/api/drafts";
import { mount } from "@/app/mount";
import { useHeldPage } from "@/lib/use-held-page";
import { useUrlState } from "@/lib/use-url-state";
import { CheckStep } from "@/screens/upload/check-step";
import { ColumnsStep, FileStep, GameStep, StepAhead } from "@/screens/upload/file-step";
import {
  accountOf,
  type Item,
  type Mapping,
  missingText,
  rememberMapping,
  rowProblem,
  startingMapping,
} from "@/screens/upload/mapping";
import { priceName, type UploadGame, useStandard } from "@/screens/upload/standard";
import { StandardStep } from "@/screens/upload/standard-step";
import { useConfiguration } from "@/shared/marketplace/configuration";
import { RunCard } from "@/shared/run/run-card";
import { RunResults } from "@/shared/run/run-results";
import { useRun } from "@/shared/run/use-run";
import { ConfirmRun } from "@/shared/sheet/preview-card";
import type { LocalRow } from "@/shared/sheet/rows";
import { useBulkCreation } from "@/shared/sheet/use-bulk-creation";
import { useHistory } from "@/shared/sheet/use-history";
import type { PreviewBody } from "@/shared/sheet/use-preview";
import { linesHeldBy } from "@/shared/sheet/use-preview";

type Row = LocalRow<Item> & { account: Record<string, unknown> };

function useSheet(game: Game, reading: Reading | undefined) {
  const [seen, setSeen] = useState<Reading | undefined>(undefined);
  const [mapping, setMapping] = useState<Mapping>([]);
  const items = useHistory<readonly Item[]>([]);
  if (reading !== seen) {
    setSeen(reading);
    setMapping(reading ? startingMapping(game, reading.columns) : []);
    items.reset(reading ? itemsOf(reading) : []);
  }
  const complete = reading !== undefined && seen === reading && missingText(mapping) === "";
  const rows = useMemo<Row[]>(
    () => (complete ? items.value.map((item) => rowOf(item, mapping, reading)) : []),
    [complete, items.value, mapping, reading],
  );
  return {
    mapping,
    rows,
    complete,
    items,
    change: (next: Mapping) => {
      if (!reading) return;
      setMapping(next);
      rememberMapping(game, reading.columns, next);
    },
  };
}

function itemsOf({ rows, lines }: Reading): Item[] {
  return rows.map((cells, index) => {
    const line = lines[index] ?? index + 1;
    return { id: String(line), line, cells, extra: {} };
  });
}

function rowOf(item: Item, mapping: Mapping, { fields }: Reading): Row {
  const account = accountOf(item, mapping, fields);
  const error = rowProblem(account);
  return {
    id: item.id,
    line: item.line,
    data: item,
    account,
    stamp: JSON.stringify(account),
    verdict: error === "" ? "valid" : "invalid",
    error,
  };
}

export type UploadProps = { games: UploadGame[]; usdEurRate: string };

/** 'Upload de Contas'. The file stays at hand when another game is chosen, and is read for that one. */
export function Upload({ games, usdEurRate }: UploadProps) {
  const [slug, setSlug] = useUrlState("jogo", games[0]?.slug ?? "");
  const [source, setSource] = useState<Numbered | null>(null);
  const numbers = useRef(0);
  const game = games.find((each) => each.slug === slug) ?? games[0];
  const take = (next: Source | null) => {
    numbers.current += 1;
    setSource(next && { ...next, number: numbers.current });
  };
  if (!game) return null;
  return (
    <Workbench
      key={game.slug}
      games={games}
      game={game}
      usdEurRate={usdEurRate}
      source={source}
      onGame={setSlug}
      onSource={take}
    />
  );
}

/** A source under a number, which stands for its content in the query's key. */
type Numbered = Source & { number: number };

type WorkbenchProps = UploadProps & {
  game: UploadGame;
  source: Numbered | null;
  onGame: (slug: string) => void;
  onSource: (source: Source | null) => void;
};

/** Everything about one game: its steps, what holds for every account, and the run that comes of it. */
function Workbench({ games, game, usdEurRate, source, onGame, onSource }: WorkbenchProps) {
  const standard = useStandard(game.defaults);
  const file = useQuery({
    queryKey: ["bulk", "uploads", "read", game.slug, source?.number ?? 0],
    queryFn: () => (source ? readSource(game.slug, source) : Promise.reject(new Error("no file"))),
    enabled: source !== null,
    gcTime: 0,
    structuralSharing: false,
  });
  const reading = source ? file.data : undefined;
  const sheet = useSheet(game.slug, reading);
  const valid = useMemo(() => sheet.rows.filter(({ verdict }) => verdict === "valid"), [sheet.rows]);
  const configuration = useConfiguration();
  const hasKey = Boolean(configuration.data?.apiKey);
  const { settings } = standard;
  const price = priceName(standard.values);
  const body = useMemo<PreviewBody | null>(
    () => (hasKey && valid.length > 0 ? { accounts: valid.map(({ account }) => account), settings } : null),
    [hasKey, valid, settings],
  );
  // What went out of this file, by stamp.
  const [sent, setSent] = useState<ReadonlySet<string>>(NOTHING_SENT);
  const top = useRef<HTMLDivElement>(null);
  const drop = (lines: ReadonlySet<number>) => {
    const gone = new Set(
      sheet.rows.filter(({ line, stamp }) => lines.has(line) && sent.has(stamp)).map(({ id }) => id),
    );
    const left = sheet.items.value.filter(({ id }) => !gone.has(id));
    if (gone.size > 0) sheet.items.reset(left);
    if (gone.size > 0 && left.length === 0) onSource(null);
  };
  const runs = useRun(game.slug, game.activeRun, null, (ended) => {
    if (ended.counts.created === ended.total) drop(new Set(valid.map(({ line }) => line)));
    else void preview.refresh();
  });
  const { run, isActive, isGoing, busy, error } = runs;
  const { preview, ...creation } = useBulkCreation({
    game: game.slug,
    endpoint: game.endpoint,
    rows: sheet.rows,
    body,
    waiting: waitingText(hasKey, valid.length),
    runs,
    onStarted: () => {
      setSent(new Set(valid.map(({ stamp }) => stamp)));
      top.current?.scrollIntoView({ block: "start" });
    },
    onProblems: standard.setProblems,
  });

  useHeldPage(sheet.rows.some(({ stamp }) => !sent.has(stamp)));

  const dropCreated = useEffectEvent((answer: Preview) => {
    if (run !== null && !isActive) drop(linesHeldBy(run.id, answer));
  });
  useEffect(() => {
    if (preview.answer) dropCreated(preview.answer);
  }, [preview.answer]);

  const choose = (next: Source | null) => {
    setSent(NOTHING_SENT);
    onSource(next);
  };
  return (
    <div ref={top} className="grid min-w-0 gap-4">
      {run && <RunCard run={run} busy={busy} error={error} onAsk={runs.ask} />}
      {run && !isActive && <RunResults run={run} busy={busy} onRetry={() => runs.ask("retry")} onClear={runs.clear} />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(19rem,22rem)] 2xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-4">
          <GameStep games={games} chosen={game.slug} disabled={creation.confirming} onChoose={onGame} />
          <FileStep
            game={game}
            source={source}
            reading={reading}
            error={source ? file.error : null}
            pending={source !== null && file.isFetching}
            corrected={sheet.items.undo !== null}
            onSource={choose}
          />
          {reading ? (
            <ColumnsStep reading={reading} mapping={sheet.mapping} onChange={sheet.change} />
          ) : (
            <StepAhead number={3} title="Colunas">
              Depois de ler o arquivo
            </StepAhead>
          )}
        </div>
        <StandardStep
          game={game}
          standard={standard}
          usdEurRate={usdEurRate}
          fields={reading?.fields ?? NO_FIELDS}
          priced={price in settings || sheet.mapping.includes(price)}
        />
      </div>
      {reading && sheet.complete ? (
        <CheckStep
          fields={reading.fields}
          mapping={sheet.mapping}
          preview={preview}
          isGoing={isGoing}
          standard={{ title: standard.text("title"), price: String(settings[price] ?? ""), priceName: price }}
          rate={usdEurRate}
          onEdit={sheet.items.set}
          undo={sheet.items.undo}
          redo={sheet.items.redo}
          onCreate={() => creation.askToCreate()}
        />
      ) : (
        <StepAhead number={5} title="Conferência">
          Depois de indicar login e senha
        </StepAhead>
      )}
      {body && configuration.data && (
        <ConfirmRun
          open={creation.confirming}
          onClose={creation.cancel}
          preview={preview}
          body={body}
          start={creation.start}
          configuration={configuration.data}
          facts={[["Arquivo", source?.file?.name ?? "Texto colado"]]}
          leftOut={sheet.rows.length - valid.length}
        />
      )}
    </div>
  );
}

const NO_FIELDS: [] = [];
const NOTHING_SENT: ReadonlySet<string> = new Set();
/** Why the server is not asked yet, "" when it is. */
function waitingText(hasKey: boolean, valid: number): string {
  if (!hasKey) return "Configure a chave de API para o servidor conferir as contas.";
  return valid === 0 ? "Nenhuma linha válida para conferir." : "";
}

mount("upload", Upload);
