import { AnalysisTab } from "@/features/creator-queue/analysis-tab";
import { ManualForm } from "@/features/creator-queue/manual-form";
import { QueueCard } from "@/features/creator-queue/queue-card";
import { RunSection } from "@/features/creator-queue/run-section";
import { StandardCard } from "@/features/creator-queue/standard-card";
import { type QueueScreenProps, useQueueScreen } from "@/features/creator-queue/use-queue-screen";
import { type FortniteOptions, fortnite } from "@/features/fortnite-bulk/game";
import { Tabs } from "@/ui/tabs";

export type FortniteBulkProps = QueueScreenProps<FortniteOptions>;

/** 'Fortnite bulk creator'. */
export function FortniteBulk(props: FortniteBulkProps) {
  const { game, tab, setTab, standard, analysis, creator, top } = useQueueScreen(props, fortnite);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
      <div ref={top} className="grid min-w-0 gap-4">
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
