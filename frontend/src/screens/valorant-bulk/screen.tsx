import "@/styles/creator.css";
import "@/styles/sheet.css";
import { mount } from "@/app/mount";
import { type ValorantOptions, valorant } from "@/screens/valorant-bulk/valorant";
import { AnalysisTab } from "@/shared/queue/analysis-tab";
import { QueueCard, RunSection } from "@/shared/queue/queue-card";
import { StandardCard } from "@/shared/queue/standard-card";
import type { Creator } from "@/shared/queue/use-creator";
import { type QueueScreenProps, useQueueScreen } from "@/shared/queue/use-queue-screen";
import { Badge } from "@/ui/badge";
import { PageActions } from "@/ui/page-actions";
import { Tabs } from "@/ui/tabs";

export type ValorantBulkProps = QueueScreenProps<ValorantOptions>;

export function ValorantBulk(props: ValorantBulkProps) {
  const { game, tab, setTab, standard, analysis, creator, top } = useQueueScreen(props, valorant);
  const list = `Criação em Lote (${creator.waiting.length})`;
  return (
    <div ref={top} className="grid grid-cols-1 gap-4">
      <PageActions>
        <span className="self-center">
          <ApiBadge configuration={creator.configuration} />
        </span>
      </PageActions>
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
              <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
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

function ApiBadge({ configuration }: { configuration: Creator["configuration"] }) {
  if (configuration.isPending) return null;
  return configuration.data?.apiKey ? (
    <Badge tone="good">API GameBoost configurada</Badge>
  ) : (
    <Badge tone="warn">API GameBoost não configurada</Badge>
  );
}

mount("valorant-bulk", ValorantBulk);
