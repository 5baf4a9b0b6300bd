import "@/styles/creator.css";
import "@/styles/sheet.css";
import { mount } from "@/app/mount";
import { ApiError } from "@/lib/errors";
import { integer } from "@/lib/format";
import type { Problems } from "@/lib/use-form";
import type { Limits, Provider } from "@/shared/creation/settings";
import {
  type CountOption,
  type CreatorGame,
  countField,
  type DataField,
  MISSING_VALORANT,
  priceProblem,
  teachable,
} from "@/shared/queue/account";
import { AnalysisTab } from "@/shared/queue/analysis-tab";
import { QueueCard, RunSection } from "@/shared/queue/queue-card";
import { StandardCard } from "@/shared/queue/standard-card";
import type { Creator } from "@/shared/queue/use-creator";
import { type QueueScreenProps, useQueueScreen } from "@/shared/queue/use-creator";
import { Badge } from "@/ui/badge";
import type { Option } from "@/ui/fields";
import { PageActions } from "@/ui/page-actions";
import { Tabs } from "@/ui/tabs";

export type ValorantOptions = {
  providers: Provider[];
  servers: string[];
  tiers: Option[];
  divisions: number[];
  platforms: string[];
  fields: CountOption[];
};

const MIN_DESCRIPTION = 20;
const DESCRIPTION_ERROR = `Descrição deve ter pelo menos ${MIN_DESCRIPTION} caracteres`;

export function valorant(options: ValorantOptions, limits: Limits): CreatorGame {
  const fields = fieldsOf(options);
  return {
    slug: "valorant",
    analyse: "/api/valorant/analyze",
    create: "/api/gameboost/valorant",
    fields,
    teachable: teachable(fields),
    providers: options.providers,
    limits,
    place: { name: "server", label: "Servidor padrão", options: options.servers },
    placeholder: "Login: usuario\nSenha: senha123\nElo: Ouro 2\nAgentes: Jett, Sova",
    analysisFailed,
    missing: ({ login, password, ...account }) => {
      if (login.trim() === "" || password.trim() === "") return MISSING_VALORANT;
      return priceProblem(account);
    },
    showsContent: true,
    addLabel: "Adicionar Conta à Lista",
    addNeedsLogin: true,
    createLabel: (count) => `Criar ${integer(count)} Conta(s)`,
    noKey: "Configuração da API GameBoost não encontrada",
    uploadFailed: "Falha ao enviar imagens",
    standardProblems: ({ description }): Problems =>
      description.trim().length < MIN_DESCRIPTION ? { description: DESCRIPTION_ERROR } : {},
  };
}

/** 'the server message or 'Falha ao analisar texto', and 'Usuário não autenticado''. */
function analysisFailed(error: unknown): string {
  if (!(error instanceof ApiError)) return "Falha ao analisar texto";
  return error.status === 401 ? "Usuário não autenticado" : (error.serverMessage ?? "Falha ao analisar texto");
}

function fieldsOf({ fields: counts, tiers, divisions, platforms, servers }: ValorantOptions): DataField[] {
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  const numbers = divisions.map((division) => ({ value: String(division), label: String(division) }));
  return [
    ...counts.map(countField),
    { kind: "choice", name: "current_tier", label: "Elo", options: tiers },
    { kind: "choice", name: "current_division", label: "Divisão do elo", options: numbers, numeric: true },
    { kind: "percent", name: "winrate", label: "Taxa de vitórias (%)" },
    { kind: "choice", name: "peak_tier", label: "Elo máximo", options: tiers },
    { kind: "choice", name: "peak_division", label: "Divisão do elo máximo", options: numbers, numeric: true },
    { kind: "choice", name: "server", label: "Servidor", options: named(servers) },
    { kind: "several", name: "platforms", label: "Plataformas", options: platforms },
    { kind: "names", name: "agents", label: "Agentes" },
    { kind: "names", name: "weapon_skins", label: "Skins de armas" },
    { kind: "names", name: "buddies", label: "Chaveiros" },
    { kind: "names", name: "cards", label: "Cartões" },
    { kind: "names", name: "sprays", label: "Sprays" },
    { kind: "names", name: "titles", label: "Títulos" },
  ];
}

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
