import "@/styles/creator.css";
import "@/styles/sheet.css";
import { mount } from "@/app/mount";
import { type FortniteOptions, fortnite } from "@/screens/fortnite-bulk/game";
import { AnalysisTab } from "@/shared/queue/analysis-tab";
import { ManualForm } from "@/shared/queue/manual-form";
import { QueueCard } from "@/shared/queue/queue-card";
import { RunSection } from "@/shared/queue/run-section";
import { StandardCard } from "@/shared/queue/standard-card";
import { type QueueScreenProps, useQueueScreen } from "@/shared/queue/use-queue-screen";
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

mount("fortnite-bulk", FortniteBulk);
