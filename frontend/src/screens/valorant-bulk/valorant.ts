/** What is Valorant's own in its creator. */
import { ApiError } from "@/lib/errors";
import { integer } from "@/lib/format";
import type { Problems } from "@/lib/use-form";
import type { Limits } from "@/shared/creation/settings";
import type { Provider } from "@/shared/creation/webmail";
import { MISSING_VALORANT, priceProblem } from "@/shared/queue/account";
import { type CreatorGame, teachable } from "@/shared/queue/creator-game";
import { type CountOption, countField, type DataField } from "@/shared/queue/data-fields";
import type { Option } from "@/ui/fields";

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
