import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, startTransition, useDeferredValue, useMemo, useRef, useState } from "react";
import type { Configuration } from "@/api/configs";
import type { Source } from "@/api/drafts";
import { SENDING_IMAGES } from "@/api/uploads";
import { integer, money, parseMoney, plural } from "@/lib/format";
import { isEqual } from "@/lib/is-equal";
import { lazy } from "@/lib/lazy";
import { times, toEuro } from "@/lib/money";
import { toast } from "@/lib/toast";
import { type Problems, useForm } from "@/lib/use-form";
import { useUrlState } from "@/lib/use-url-state";
import { AnalysisTab, useReader } from "@/shared/analysis/analysis-tab";
import { Bar } from "@/shared/creation/bar";
import { configColumn, gridColumns, shownFields, wholeLine } from "@/shared/creation/columns";
import {
  changeEntry,
  counts,
  type Entry,
  IMAGES_SWITCH,
  isInFlight,
  needsSplit,
  readOtherwise,
  renumber,
  requestMaker,
  rowMaker,
  SETTINGS_SWITCH,
  split,
  withEdits,
  withOwn,
} from "@/shared/creation/entries";
import {
  type CreatorPage,
  fieldOf,
  type GameDescription,
  initialForm,
  keyOf,
  type Pay,
  priceOf,
  textOf,
  type Values,
} from "@/shared/creation/game";
import { chosenMarkets, marketsOf } from "@/shared/creation/markets";
import { firstWrongTab, TabButtons } from "@/shared/creation/settings-tabs";
import { addTo, PasteSource, SaveNote } from "@/shared/creation/sources";
import { useBox } from "@/shared/creation/use-box";
import { type FileOfAccounts, type Numbered, useFile } from "@/shared/creation/use-file";
import { type ListOfAccounts, useAccountList } from "@/shared/creation/use-list";
import { formProblems, statedBy } from "@/shared/creation/values";
import { useConfiguration } from "@/shared/marketplace/configuration";
import { RunCard, RunOutOfSight, RunResults } from "@/shared/run/run-card";
import { useRun } from "@/shared/run/use-run";
import type { Started } from "@/shared/sheet/confirm-run-dialog";
import { CreateButton, PreviewCard, usePreviewCode } from "@/shared/sheet/preview-card";
import type { Edit, GridRow } from "@/shared/sheet/rows";
import { templateChanges, useBulkCreation, WRONG_FIELDS } from "@/shared/sheet/use-bulk-creation";
import { type PreviewBody, type PreviewState, skippedLines } from "@/shared/sheet/use-preview";
import { Button } from "@/ui/button";
import { EmptyState, ErrorState, Skeleton } from "@/ui/card";
import { FirstHint } from "@/ui/first-hint";
import { Tabs } from "@/ui/tabs";

const AccountPanel = lazy(() => import("@/shared/creation/account-forms"), "AccountPanel");
const ConfirmRunDialog = lazy(() => import("@/shared/sheet/confirm-run-dialog"));
const FileSource = lazy(() => import("@/shared/creation/file-source"));
const ManualSource = lazy(() => import("@/shared/creation/account-forms"), "ManualSource");
const SettingsDrawer = lazy(() => import("@/shared/creation/settings-drawer"));

const POLL_MS = 5000;
const MANUAL = "#manual:";
const LIST = "lote";

export type WorkbenchProps = {
  page: CreatorPage;
  /** The source that is open while there are no accounts. */
  first?: "arquivo" | undefined;
  source: Numbered | null;
  onSource: (source: Source | null) => void;
  /** What stands over the sources: the choice of another game, before which what came of the file is to be taken back. */
  chooser?: (takeBack: () => void) => ReactNode;
  /** The way on when the marketplace's template is no longer the one that the form was made from, with what changed. */
  stale?: ((changes: readonly string[]) => ReactNode) | undefined;
};

/** The creator of any game: accounts come in at the top, the grid in which they are put right has the screen, what holds for
 * all of them is in a drawer, and a bar in sight says how many go, for how much, and what they earn. */
export function Workbench({ page, first, source, onSource, chooser, stale }: WorkbenchProps) {
  const { game, pay, usdEurRate } = page;
  const client = useQueryClient();
  const top = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useUrlState("aba", "");
  const [drawer, setDrawer] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [manual, setManual] = useState<Values>({});

  const initial = useMemo(() => initialForm(game), [game]);
  const form = useForm<Values>({ initial });
  const settings = useMemo(
    () => ({ ...changesTo(form.values, initial), ...addPrefix(manual) }),
    [form.values, initial, manual],
  );
  const box = useBox(game.slug, {
    settings,
    onSettings: (stored) => {
      form.reset({ ...initial, ...removePrefix(stored, false) });
      setManual(removePrefix(stored, true));
    },
  });
  const runs = useRun(game, page.activeRun, page.lastRun, (ended) => {
    list.refresh();
    if (ended.counts.created > 0) client.invalidateQueries({ queryKey: ["earnings"] });
  });
  const { run, isActive, isGoing, busy, error } = runs;
  const list = useAccountList(game.slug, isActive && POLL_MS);

  // The form is typed in without waiting for thousands of accounts to be looked at anew.
  const values = useDeferredValue(form.values);
  const reader = useReader(game, box, values);
  const waiting = useMemo(() => renumber(list.entries.filter((entry) => !isInFlight(entry))), [list.entries]);
  const makeRows = useMemo(() => rowMaker(game, values), [game, values]);
  const rows = useMemo(() => makeRows(waiting), [makeRows, waiting]);
  const wrong = useMemo(() => formProblems(game.fields, values), [game, values]);
  const markets = useMemo(() => chosenMarkets(game, values), [game, values]);
  const service = markets[0]?.service ?? "gameboost";
  const configuration = useConfiguration(service);
  const unasked = whyUnasked(Boolean(configuration.data?.apiKey), waiting.length, wrong, markets.length);
  const askOf = useMemo(() => requestMaker(game, values), [game, values]);
  const body = useMemo((): PreviewBody | null => {
    if (unasked !== "") return null;
    const fields = game.fields.filter(({ scope }) => scope === "form");
    const accounts = askOf(waiting);
    const settings = statedBy(fields, values, "accountData", true);
    const markets = marketsOf(game, values);
    const version = game.template && { templateVersion: game.template.version };
    return { accounts, settings, ...version, ...(markets && { markets }) };
  }, [unasked, waiting, askOf, game, values]);
  const creation = useBulkCreation<Entry>({
    game: game.slug,
    service,
    noKey: service === "gameboost" ? game.words.noKey : NO_KEY_THERE,
    rows,
    body,
    waiting: unasked,
    onProblems: (problems) => form.setProblems(renameFields(problems)),
  });
  const { preview, confirming } = creation;
  const onStarted = (started: Started) => {
    const sent = new Map(waiting.map((entry) => [entry.id, runLineOf(entry.line, preview, started)]));
    list.settle((entries) => entries.map((entry) => markSent(entry, sent.get(entry.id) ?? null)));
    setOpen(null);
    top.current?.scrollIntoView({ block: "start" });
    confirming.close();
    runs.show(started.runId);
  };
  const skipped = useMemo(() => (preview.answer ? skippedLines(preview.answer) : new Set<number>()), [preview.answer]);
  const changes = templateChanges(preview.error);
  usePreviewCode();
  // Shown together with the accounts that were read.
  const onRead = (left = false) => startTransition(() => setTab(left ? "linhas" : ""));
  const file = useFile(game, list, source, onSource, onRead);

  const mapped = useMemo(() => keysOf(file.reading, file.mapping), [file.reading, file.mapping]);
  const fields = useMemo(() => shownFields(game, waiting, mapped), [game, waiting, mapped]);
  const fieldNames = fields.map(keyOf).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns as long as they have the same names
  const columns = useMemo(
    () => [...gridColumns(fields, game, usdEurRate, values), configColumn(open, setOpen)],
    [fieldNames, game, usdEurRate, values, open],
  );
  const whole = useMemo(() => wholeLine(game), [game]);

  const empty = waiting.length === 0;
  // What stood over the accounts when the page came stays: they don't jump.
  const [full] = useState(!empty);
  const intake = INTAKES.filter((each) => each !== "analise" || game.analyse);
  const home = first ?? intake[0] ?? LIST;
  const activeTab = tab || (list.entries.length > 0 ? LIST : home);

  const edit = (edits: readonly Edit[]) => {
    switchOn(edits.map(({ column }) => column));
    list.change((entries) => withEdits(entries, edits, game));
  };
  /** What an account gets of its own counts from then on. */
  const switchOn = (keys: readonly string[]) => {
    const titles = fieldOf(game, "titles");
    if (titles === undefined) return;
    for (const field of game.fields) {
      if (!keys.includes(keyOf(field)) || counts(field, game, values)) continue;
      form.set(
        field.role === "title" ? keyOf(titles) : field.role === "images" ? IMAGES_SWITCH : SETTINGS_SWITCH,
        "true",
      );
    }
  };
  const isSendingImages = () => {
    const isSending = client.isMutating(SENDING_IMAGES) > 0;
    if (isSending) toast.error("As imagens ainda estão sendo enviadas. Espere um pouco e tente de novo.");
    return isSending;
  };
  const refuse = () => {
    if (isSendingImages()) return true;
    if (empty) toast.error(game.words.nothing, game.queued ? undefined : "Texto vazio");
    else if (Object.keys(wrong).length > 0) {
      form.setProblems(wrong);
      setDrawer(firstWrongTab(game, wrong));
      toast.error(WRONG_FIELDS);
    } else if (!preview.rows.some(isReady)) {
      toast.error(
        game.queued ? (rows[0]?.error ?? game.words.nothing) : "Nenhuma linha válida para criar.",
        "Sem contas válidas",
      );
    } else return false;
    return true;
  };
  const create = () => (empty ? void refuse() : void creation.askToCreate(refuse));
  const inFlight = list.entries.length - waiting.length;
  /** What accounts come from stays open: others may wait there, and the first of a list would close it. */
  const add = (accounts: readonly Values[]) => {
    setTab(activeTab);
    const own = accounts.map((own) => ({ own }));
    return !isSendingImages() && addTo(list, own, game.limits.maxLines) !== null;
  };

  return (
    <div ref={top} className="bench" data-drawer={drawer !== null || undefined}>
      <div className="flex min-w-0 flex-col gap-4">
        {(empty || full) && <FirstHint />}
        {run === null && isActive && error && <RunOutOfSight error={error} />}
        {run && isActive && <RunCard run={run} busy={busy} error={error} onAsk={runs.ask} />}
        {run && !isActive && (
          <RunResults run={run} queued={game.queued} busy={busy} onRetry={() => runs.ask("retry")} onClear={runs.clear} />
        )}
        {chooser?.(file.remove)}
        <section className="card bench-intake min-w-0">
          <div className="bench-tabs" data-collapsed={activeTab === LIST || undefined}>
            <Tabs
              label="Entrada das contas"
              value={activeTab}
              onChange={setTab}
              tabs={[
                ...intake.map((each) => ({
                  value: each,
                  label: each === "analise" ? game.words.analyse : NAMES[each],
                  content: {
                    linhas: <PasteSource game={game} box={box} list={list} onRead={onRead} />,
                    analise: <AnalysisTab game={game} rate={usdEurRate} reader={reader} onAdd={add} onDone={onRead} />,
                    arquivo: <FileSource game={game} file={file} />,
                    manual: (
                      <ManualSource
                        game={game}
                        rate={usdEurRate}
                        form={values}
                        own={manual}
                        onChange={setManual}
                        onAdd={add}
                      />
                    ),
                  }[each],
                })),
                {
                  value: LIST,
                  label: `${game.words.list} (${integer(waiting.length)})`,
                  content: empty && <Nothing list={list} inFlight={inFlight} onIntake={() => setTab(home)} />,
                },
              ]}
            />
          </div>
          {!empty && (
            <div className="bench-list">
              <PreviewCard<Entry>
                label="Linhas analisadas"
                note={
                  <>
                    {inFlight > 0 && `${plural(inFlight, ...IN_FLIGHT)}. `}
                    <SaveNote saving={list.saving || box.saving} failure={list.failure} />
                  </>
                }
                tools={<Tools game={game} waiting={waiting} list={list} />}
                failure={changes && stale?.(changes)}
                preview={preview}
                columns={columns}
                whole={whole}
                onEdit={edit}
                edited={(entries, edits) => withEdits(entries, edits, game)}
                onRemove={(ids) => list.change((entries) => entries.filter(({ id }) => !ids.includes(id)))}
                undo={list.undo}
                redo={list.redo}
                panel={(row) =>
                  row.id === open && (
                    <AccountPanel
                      key={row.id}
                      game={game}
                      rate={usdEurRate}
                      row={row}
                      form={values}
                      onChange={(own) => {
                        switchOn(Object.keys(own));
                        list.change((entries) => replaceEntry(entries, row.id, (entry) => withOwn(entry, own, game)));
                      }}
                      onReset={() =>
                        list.change((entries) => replaceEntry(entries, row.id, (entry) => withoutOwn(entry, game)))
                      }
                    />
                  )
                }
              />
            </div>
          )}
        </section>
        <Bar preview={preview} pay={pay} markets={markets.length}>
          <TabButtons game={game} form={form} open={drawer} onOpen={setDrawer} />
          <CreateButton rows={preview.rows} busy={isGoing} label={game.words.create} onCreate={create} />
        </Bar>
      </div>
      {drawer !== null && (
        <Suspense fallback={<Skeleton className="bench-drawer h-96" />}>
          <SettingsDrawer game={game} rate={usdEurRate} form={form} tab={drawer} onTab={setDrawer} />
        </Suspense>
      )}
      {body &&
        configuration.data &&
        confirming.dialog(ConfirmRunDialog, () => ({
          preview,
          body: { ...body, accounts: body.accounts.filter((_, index) => !skipped.has(waiting[index]?.line ?? 0)) },
          endpoint: game.endpoint,
          failed: game.words.createFailed,
          onStarted,
          onProblems: (problems: Problems) => form.setProblems(renameFields(problems)),
          configuration: configuration.data as Configuration,
          facts: [...fileFacts(file), ...factsOf(game, values, usdEurRate, body), ...payFacts(preview, pay)],
          skipped,
          leftOut: waiting.length - (preview.answer?.rows.length ?? 0) + skipped.size,
          doubts: doubtsOf(preview.rows),
        }))}
    </div>
  );
}

const INTAKES = ["analise", "linhas", "arquivo", "manual"] as const;
const NAMES = { linhas: "Colar contas", arquivo: "Arquivo", manual: "Entrada manual" };
const IN_FLIGHT = [
  "conta está sendo criada; volta para a fila se falhar",
  "contas estão sendo criadas; as que falharem voltam para a fila",
] as const;

const NO_KEY_THERE = "Chave de API deste marketplace não encontrada. Configure-a nas configurações.";

const isReady = ({ verdict }: { verdict: string }): boolean => verdict === "valid" || verdict === "warning";

/** What of the form differs from what it opens with: only that is kept, so that a new standard text holds where nobody wrote. */
const changesTo = (values: Values, initial: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => !isEqual(value, initial[key] ?? "")));

const addPrefix = (own: Values): Values =>
  Object.fromEntries(Object.entries(own).map(([key, value]) => [MANUAL + key, value]));

const removePrefix = (stored: Values, manual: boolean): Values =>
  Object.fromEntries(
    Object.entries(stored)
      .filter(([key]) => key.startsWith(MANUAL) === manual)
      .map(([key, value]) => [manual ? key.slice(MANUAL.length) : key, value]),
  );

/** Why the server is not asked yet, "" when it is. */
function whyUnasked(hasKey: boolean, count: number, wrong: Problems, markets: number): string {
  if (markets === 0) return "Escolha ao menos um marketplace para o servidor conferir as contas.";
  if (!hasKey) return "Configure a chave de API para o servidor conferir as contas.";
  if (count === 0) return "Nenhuma linha válida para conferir.";
  return Object.keys(wrong).length > 0 ? "Corrija os campos do anúncio para o servidor conferir as contas." : "";
}

/** The line of a run that an account went out with, of several runs the first one's: that of the earlier one whose log-in it
 * has; null where it stays. */
function runLineOf(line: number, preview: PreviewState<Entry>, started: Started): Entry["sent"] {
  const row = preview.answer?.rows.find((each) => each.line === line);
  if (row === undefined || !preview.answer) return null;
  if (row.duplicateOf) return runLineOf(row.duplicateOf, preview, started);
  if (skippedLines(preview.answer).has(line)) return null;
  return { runId: started.runIds?.[row.services[0] ?? ""] ?? started.runId, line };
}

const markSent = (entry: Entry, sent: Entry["sent"]): Entry =>
  sent === null ? entry : { ...entry, sent, state: "queued", error: "", errors: {} };

/** The server's names of the form's fields are those here, but for what is of account_data. */
const renameFields = (problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).map(([name, text]) => [name.replace(/^accountData\./, "account_data."), text]),
  );

function keysOf(reading: FileOfAccounts["reading"], mapping: FileOfAccounts["mapping"]): ReadonlySet<string> {
  const fields = reading?.fields.filter(({ name }) => mapping.includes(name)) ?? [];
  return new Set(fields.flatMap(({ name, place }) => name.split(":").map((part) => keyOf({ name: part, place }))));
}

function factsOf(game: GameDescription, form: Values, rate: string, { markets }: PreviewBody): [string, ReactNode][] {
  const title = textOf(form.title);
  const price = parseMoney(textOf(form[keyOf(priceOf(game))]));
  if (price === null || markets) return [["Título", title]];
  const euros = game.currency === "USD" ? (toEuro(price, rate) ?? "0.00") : price;
  const label = game.currency === "USD" ? `${money(euros, "EUR")} (${money(price, "USD")})` : money(euros, "EUR");
  return [
    ["Título", title],
    ["Preço por conta", label],
  ];
}

const fileFacts = ({ source, reading }: FileOfAccounts): [string, ReactNode][] =>
  source && reading ? [["Arquivo", source.file?.name ?? "Texto colado"]] : [];

function payFacts({ rows, answer }: PreviewState<Entry>, pay: Pay): [string, ReactNode][] {
  const total = answer?.totalPay ?? times(pay.perAccountWithBonus ?? "0", rows.filter(isReady).length);
  const name = pay.estimated ? "Estimativa de ganho" : "Você ganha";
  return Number(total) > 0 ? [[name, `${money(total)} (${pay.label})`]] : [];
}

/** What the page itself warns of, with how many accounts it is said of. */
function doubtsOf(rows: readonly GridRow<Entry>[]): string[] {
  const found = new Map<string, number>();
  for (const { text, tone, local } of rows.filter(isReady).flatMap(({ notes }) => notes)) {
    if (tone === "warn" && local) found.set(text, (found.get(text) ?? 0) + 1);
  }
  return [...found].map(([text, count]) => `${text} (${plural(count, "conta", "contas")})`);
}

/** What many lines have in common is put right in all of them at one press. */
function Tools(props: { game: GameDescription; waiting: readonly Entry[]; list: ListOfAccounts }) {
  const { game, list } = props;
  // To look for it in thousands of accounts lets keys and presses go before.
  const waiting = useDeferredValue(props.waiting);
  const separators = useMemo(() => readOtherwise(waiting, game), [waiting, game]);
  const doubled = useMemo(() => waiting.filter((entry) => needsSplit(entry, game)), [waiting, game]);
  const separate = (entry: Entry): Entry => {
    const own = separators.get(entry.id);
    return own ? changeEntry(entry, { text: "", own: { ...entry.own, ...own } }) : entry;
  };
  return (
    <>
      {separators.size > 0 && (
        <Button size="sm" icon="edit" onClick={() => list.change((entries) => entries.map(separate))}>
          Corrigir separador ({integer(separators.size)})
        </Button>
      )}
      {doubled.length > 0 && (
        <Button size="sm" icon="edit" onClick={() => list.change((entries) => split(entries, doubled, game))}>
          Separar e-mail da senha ({integer(doubled.length)})
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => list.change(keepInFlight)}>
        Limpar
      </Button>
    </>
  );
}

const keepInFlight = (entries: readonly Entry[]) => entries.filter(isInFlight);

function Nothing({ list, inFlight, onIntake }: { list: ListOfAccounts; inFlight: number; onIntake: () => void }) {
  if (list.error) return <ErrorState error={list.error} onRetry={list.refresh} />;
  if (list.loading) return <Skeleton className="h-24" />;
  return (
    <div className="pb-4 text-center">
      <EmptyState
        title="A fila está vazia"
        description={
          inFlight > 0 ? `${plural(inFlight, ...IN_FLIGHT)}.` : "Cole, envie ou digite contas e elas aparecem aqui."
        }
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {list.undo && (
              <Button icon="undo" onClick={list.undo}>
                Desfazer
              </Button>
            )}
            <Button icon="plus" onClick={onIntake}>
              Adicionar contas
            </Button>
          </span>
        }
      />
      <SaveNote saving={list.saving} failure={list.failure} />
    </div>
  );
}

const replaceEntry = (entries: readonly Entry[], id: string, change: (entry: Entry) => Entry): readonly Entry[] =>
  entries.map((entry) => (entry.id === id ? change(entry) : entry));

/** Without what the account states of what the form states for all. */
function withoutOwn(entry: Entry, game: GameDescription): Entry {
  const general = new Set(game.fields.filter(({ scope }) => scope === "form").map(keyOf));
  return changeEntry(entry, { own: Object.fromEntries(Object.entries(entry.own).filter(([key]) => !general.has(key))) });
}
