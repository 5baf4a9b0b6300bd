/** What is Fortnite's own in its creator. */
import type { Limits } from "@/shared/creation/settings";
import type { Provider } from "@/shared/creation/webmail";
import { type Account, MISSING_FORTNITE, priceProblem } from "@/shared/queue/account";
import { type CountOption, countField, type DataField } from "@/shared/queue/data-fields";
import { type CreatorGame, teachable } from "@/shared/queue/game";

export type FortniteOptions = { providers: Provider[]; platforms: string[]; fields: CountOption[] };

const ANALYSIS_FAILED = "Não foi possível analisar o texto. Tente novamente.";
const CREATE_FAILED = "Não foi possível criar as contas. Verifique os detalhes e tente novamente.";
const NO_KEY = "Chave de API do GameBoost não encontrada. Configure-a nas configurações.";

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
    analysisFailed: () => ANALYSIS_FAILED,
    missing: (account) => {
      if (!isComplete(account)) return MISSING_FORTNITE;
      return priceProblem(account);
    },
    showsContent: false,
    addLabel: "Adicionar à fila",
    addNeedsLogin: false,
    noKey: NO_KEY,
    uploadFailed: "Erro no upload",
    createFailed: CREATE_FAILED,
    standardProblems: () => ({}),
  };
}

function isComplete({ login, password, price, email_domain }: Account): boolean {
  return [login, password, price, email_domain].every((text) => text.trim() !== "");
}
