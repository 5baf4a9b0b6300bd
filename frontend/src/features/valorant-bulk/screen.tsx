import { useMemo, useRef } from "react";
import type { Run } from "@/features/bulk/run";
import { SessionNotice } from "@/features/bulk/session-notice";
import type { Limits } from "@/features/bulk/settings";
import { AnalysisTab } from "@/features/creator-queue/analysis-tab";
import { QueueCard } from "@/features/creator-queue/queue-card";
import { RunSection } from "@/features/creator-queue/run-section";
import { type StandardDefaults, useStandard } from "@/features/creator-queue/standard";
import { StandardCard } from "@/features/creator-queue/standard-card";
import { useAnalysis } from "@/features/creator-queue/use-analysis";
import { type Creator, useCreator } from "@/features/creator-queue/use-creator";
import { type ValorantOptions, valorant } from "@/features/valorant-bulk/game";
import { useUrlState } from "@/lib/use-url-state";
import { Badge } from "@/ui/badge";
import { PageActions } from "@/ui/page-actions";
import { Tabs } from "@/ui/tabs";

export type ValorantBulkProps = {
  activeRun: Run | null;
  lastRun: Run | null;
  defaults: StandardDefaults;
  limits: Limits;
  options: ValorantOptions;
};

/** 'Valorant bulk creator' (document 2 §2.6). */
export function ValorantBulk({ activeRun, lastRun, defaults, limits, options }: ValorantBulkProps) {
  const game = useMemo(() => valorant(options, limits), [options, limits]);
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
  const list = `Criação em Lote (${creator.waiting.length})`;
  return (
    <div ref={top} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageActions>
        <span className="self-center">
          <ApiBadge configuration={creator.configuration} />
        </span>
      </PageActions>
      <SessionNotice />
      <Tabs
        label="Criação de contas"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: "analise",
            label: "Analisar com IA",
            content: (
              <AnalysisTab game={game} analysis={analysis} standard={standard.values} onAdd={creator.add} wide />
            ),
          },
          {
            value: "lote",
            label: list,
            content: (
              <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
                <div className="grid min-w-0 gap-4">
                  <RunSection runs={creator.runs} />
                  <QueueCard
                    game={game}
                    creator={creator}
                    title={list}
                    standard={standard.values}
                    empty="Analise um texto e adicione a conta à lista."
                  />
                </div>
                <StandardCard game={game} standard={standard} />
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

/** 'A badge shows whether the marketplace API is configured.' */
function ApiBadge({ configuration }: { configuration: Creator["configuration"] }) {
  if (configuration.isPending) return null;
  return configuration.data?.apiKey ? (
    <Badge tone="good">API GameBoost configurada</Badge>
  ) : (
    <Badge tone="warn">API GameBoost não configurada</Badge>
  );
}
