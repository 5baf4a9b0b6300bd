import "@/styles/creator.css";
import "@/styles/sheet.css";
import { mount } from "@/app/mount";
import type { Limits, Provider } from "@/shared/creation/settings";
import {
  type Account,
  type CountOption,
  type CreatorGame,
  countField,
  type DataField,
  MISSING_FORTNITE,
  priceProblem,
  teachable,
} from "@/shared/queue/account";
import { AnalysisTab } from "@/shared/queue/analysis-tab";
import { ManualForm } from "@/shared/queue/manual-form";
import { QueueCard, RunSection } from "@/shared/queue/queue-card";
import { StandardCard } from "@/shared/queue/standard-card";
import { type QueueScreenProps, useQueueScreen } from "@/shared/queue/use-creator";
import { Tabs } from "@/ui/tabs";

export type FortniteBulkProps = QueueScreenProps<FortniteOptions>;

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

export type FortniteOptions = { providers: Provider[]; platforms: string[]; fields: CountOption[] };

export function fortnite({ providers, platforms, fields: counts }: FortniteOptions, limits: Limits): CreatorGame {
  const fields: DataField[] = [
    ...counts.map(countField),
    {
      kind: "choice",
      name: "platform",
      label: "Plataforma",
      options: platforms.map((name) => ({ value: name, label: name })),
    },
    { kind: "flag", name: "has_2fa", label: "Verificação em duas etapas" },
    { kind: "flag", name: "battlepass", label: "Passe de batalha" },
    { kind: "seasons", name: "seasons_played", label: "Temporadas jogadas" },
    { kind: "names", name: "rare_items", label: "Itens raros" },
  ];
  return {
    slug: "fortnite",
    analyse: "/api/fortnite/analyze",
    create: "/api/fortnite/bulk-create",
    fields,
    teachable: teachable(fields),
    providers,
    limits,
    place: { name: "platform", label: "Plataforma padrão", options: platforms },
    placeholder: "Login: usuario\nSenha: senha123\nSkins: 57\nV-Bucks: 1.250\nNível: 210",
    analysisFailed: () => "Não foi possível analisar o texto. Tente novamente.",
    missing: (account) => {
      if (!isComplete(account)) return MISSING_FORTNITE;
      return priceProblem(account);
    },
    showsContent: false,
    addLabel: "Adicionar à fila",
    addNeedsLogin: false,
    noKey: "Chave de API do GameBoost não encontrada. Configure-a nas configurações.",
    uploadFailed: "Erro no upload",
    createFailed: "Não foi possível criar as contas. Verifique os detalhes e tente novamente.",
    standardProblems: () => ({}),
  };
}

function isComplete({ login, password, price, email_domain }: Account): boolean {
  return [login, password, price, email_domain].every((text) => text.trim() !== "");
}

mount("fortnite-bulk", FortniteBulk);
