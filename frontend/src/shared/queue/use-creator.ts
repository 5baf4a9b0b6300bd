import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef } from "react";
import { earningKeys } from "@/api/earnings";
import type { Run } from "@/api/runs";
import { toast } from "@/lib/toast";
import { type Problems, useForm } from "@/lib/use-form";
import { useUrlState } from "@/lib/use-url-state";
import { type Limits, problemText } from "@/shared/creation/settings";
import type { CreatorGame } from "@/shared/queue/account";
import { type Account, asRequest } from "@/shared/queue/account";
import { asSettings, asStandard, type StandardDefaults, type StandardForm } from "@/shared/queue/standard-card";
import { useAnalysis } from "@/shared/queue/use-analysis";
import { type Entry, isInFlight, MAX_ENTRIES, newEntry, QUEUE_FULL, useQueue } from "@/shared/queue/use-queue";
import { useRun } from "@/shared/run/use-run";
import type { LocalRow } from "@/shared/sheet/rows";
import { useBulkCreation } from "@/shared/sheet/use-bulk-creation";
import type { PreviewBody } from "@/shared/sheet/use-preview";

const POLL_MS = 5000;
const NOTHING_TO_CREATE = "Nenhuma conta para criar";

type CreatorOptions = {
  game: CreatorGame;
  standard: StandardForm;
  activeRun: Run | null;
  lastRun: Run | null;
  onStart: () => void;
};

/** The queue, its dry run, and the run it becomes: 'create in bulk. Accounts created successfully are removed from the
 * queue …; failed ones stay. Earnings queries … are refreshed after at least one success'. */
function useCreator({ game, standard, activeRun, lastRun, onStart }: CreatorOptions) {
  const client = useQueryClient();
  const sent = useRef<readonly string[]>([]);
  const runs = useRun(game.slug, activeRun, lastRun, (ended) => {
    queue.refresh();
    if (ended.counts.created > 0) client.invalidateQueries({ queryKey: earningKeys.all });
  });
  const queue = useQueue(game.slug, runs.isActive && POLL_MS);

  const waiting = useMemo(() => queue.entries.filter((entry) => !isInFlight(entry)), [queue.entries]);
  // The form is typed in without waiting for a thousand accounts to be looked at anew.
  const values = useDeferredValue(standard.values);
  const { price } = values;
  const rows = useMemo(() => numbered(game, waiting, price), [game, waiting, price]);
  const accounts = useMemo(() => rows.filter(isReady).map(({ data }) => asRequest(data.account)), [rows]);
  const body = useMemo<PreviewBody | null>(
    () => (accounts.length === 0 ? null : { accounts, settings: asSettings(values, game.place.name) }),
    [accounts, values, game],
  );
  const creation = useBulkCreation<Entry>({
    game: game.slug,
    endpoint: game.create,
    failed: game.createFailed,
    noKey: game.noKey,
    rows,
    body,
    waiting: NOTHING_TO_CREATE,
    runs,
    onStarted: (runId) => {
      const lines = new Map(sent.current.map((id, index) => [id, index + 1]));
      queue.settle((entries) => entries.map((entry) => sentWith(entry, runId, lines.get(entry.id))));
      onStart();
    },
    onProblems: (problems) => standard.setProblems(placed(problems, game.place.name)),
  });
  const refuse = () => {
    const problems = game.standardProblems(standard.values, waiting.length);
    standard.setProblems(problems);
    if (Object.keys(problems).length > 0) toast.error(problemText(problems));
    else if (body === null) toast.error(rows[0]?.error ?? NOTHING_TO_CREATE, "Sem contas válidas");
    else {
      sent.current = rows.filter(isReady).map(({ id }) => id);
      return false;
    }
    return true;
  };
  const askToCreate = async () => {
    if (waiting.length === 0) toast.error(NOTHING_TO_CREATE);
    else await creation.askToCreate(refuse);
  };

  return {
    ...creation,
    runs,
    queue,
    waiting,
    inFlight: queue.entries.length - waiting.length,
    body,
    leftOut: rows.length - accounts.length,
    askToCreate,
    /** Puts accounts into the queue; false, and told, when there is no room. */
    add: (accounts: readonly Account[]): boolean => {
      const room = queue.entries.length + accounts.length <= MAX_ENTRIES;
      const added = accounts.map(newEntry);
      if (room) queue.change((entries) => [...entries, ...added]);
      else toast.error(QUEUE_FULL);
      return room;
    },
  };
}

export type Creator = ReturnType<typeof useCreator>;

/** The rows of the preview; those that can be sent are numbered as creation will number them, the others after them. */
function numbered(game: CreatorGame, entries: readonly Entry[], standardPrice: string): LocalRow<Entry>[] {
  const judged = entries.map((entry) => {
    const { account } = entry;
    return { entry, error: game.missing({ ...account, price: account.price || standardPrice }) };
  });
  const ready = judged.filter(({ error }) => error === "").length;
  let [next, after] = [0, ready];
  return judged.map(({ entry, error }) => ({
    id: entry.id,
    line: error === "" ? ++next : ++after,
    data: entry,
    stamp: `${entry.id} ${JSON.stringify(entry.account)}`,
    verdict: error === "" ? "valid" : "invalid",
    error,
  }));
}

const isReady = ({ verdict }: LocalRow<Entry>): boolean => verdict === "valid";

function sentWith(entry: Entry, runId: number, line: number | undefined): Entry {
  return line === undefined ? entry : { ...entry, sent: { runId, line }, state: "queued", error: "", errors: {} };
}

/** The server names the place of an account as the game does. */
function placed(problems: Problems, name: string): Problems {
  const place = problems[name];
  return place === undefined ? problems : { ...problems, place };
}

/** What the page of a creator with a queue brings; `options` are the game's own. */
export type QueueScreenProps<O> = {
  activeRun: Run | null;
  lastRun: Run | null;
  defaults: StandardDefaults;
  limits: Limits;
  options: O;
};

/** The parts that such a creator's screen puts together: analysis, standard values, queue and run, the chosen tab. */
export function useQueueScreen<O>(
  { activeRun, lastRun, defaults, limits, options }: QueueScreenProps<O>,
  gameOf: (options: O, limits: Limits) => CreatorGame,
) {
  const game = useMemo(() => gameOf(options, limits), [gameOf, options, limits]);
  const [tab, setTab] = useUrlState("aba", "analise");
  const standard = useForm({ initial: asStandard(defaults) });
  const analysis = useAnalysis(game);
  const top = useRef<HTMLDivElement>(null);
  const onStart = () => top.current?.scrollIntoView({ block: "start" });
  const creator = useCreator({ game, standard, activeRun, lastRun, onStart });
  return { game, tab, setTab, standard, analysis, creator, top };
}
