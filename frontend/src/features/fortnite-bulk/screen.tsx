import { useMemo, useRef } from "react";
import type { Run } from "@/features/bulk/run";
import { SessionNotice } from "@/features/bulk/session-notice";
import type { Limits } from "@/features/bulk/settings";
import { AnalysisTab } from "@/features/creator-queue/analysis-tab";
import { ManualForm } from "@/features/creator-queue/manual-form";
import { QueueCard } from "@/features/creator-queue/queue-card";
import { RunSection } from "@/features/creator-queue/run-section";
import { type StandardDefaults, useStandard } from "@/features/creator-queue/standard";
import { StandardCard } from "@/features/creator-queue/standard-card";
import { useAnalysis } from "@/features/creator-queue/use-analysis";
import { useCreator } from "@/features/creator-queue/use-creator";
import { type FortniteOptions, fortnite } from "@/features/fortnite-bulk/game";
import { useUrlState } from "@/lib/use-url-state";
import { Tabs } from "@/ui/tabs";

export type FortniteBulkProps = {
  activeRun: Run | null;
  lastRun: Run | null;
  defaults: StandardDefaults;
  limits: Limits;
  options: FortniteOptions;
};

/** 'Fortnite bulk creator' (document 2 §2.5). */
export function FortniteBulk({ activeRun, lastRun, defaults, limits, options }: FortniteBulkProps) {
  const game = useMemo(() => fortnite(options, limits), [options, limits]);
  const [tab, setTab] = useUrlState("aba", "analise");
  const standard = useStandard(defaults);
  const analysis = useAnalysis(game);
  const top = useRef<HTMLDivElement>(null);
  const creator = useCreator({
    game,
    standard,
    activeRun,
    lastRun,
    onStart: () => top.current?.scrollIntoView({ block: "start" }),
  });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
      <div ref={top} className="grid min-w-0 gap-4">
        <SessionNotice />
        <RunSection runs={creator.runs} />
        <Tabs
          label="Entrada das contas"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: "analise",
              label: "Analisar com IA",
              content: <AnalysisTab game={game} analysis={analysis} standard={standard.values} onAdd={creator.add} />,
            },
            {
              value: "manual",
              label: "Entrada manual",
              content: <ManualForm game={game} standard={standard.values} onAdd={creator.add} />,
            },
          ]}
        />
        <QueueCard
          game={game}
          creator={creator}
          title={`Fila de criação (${creator.waiting.length})`}
          standard={standard.values}
          empty="Analise um texto ou digite uma conta e adicione-a à fila."
        />
      </div>
      <StandardCard game={game} standard={standard} />
    </div>
  );
}
