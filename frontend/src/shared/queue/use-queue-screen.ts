import { useMemo, useRef } from "react";
import type { Run } from "@/api/runs";
import { useForm } from "@/lib/use-form";
import { useUrlState } from "@/lib/use-url-state";
import type { Limits } from "@/shared/creation/settings";
import type { CreatorGame } from "@/shared/queue/creator-game";
import { asStandard, type StandardDefaults } from "@/shared/queue/standard";
import { useAnalysis } from "@/shared/queue/use-analysis";
import { useCreator } from "@/shared/queue/use-creator";

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
