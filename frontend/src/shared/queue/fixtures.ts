/** Props and answers for the tests of the creators with a queue, shaped as the server's. */
import type { QueueOutput } from "@/api/drafts";
import type { FortniteOptions } from "@/screens/fortnite-bulk/screen";
import type { ValorantOptions } from "@/screens/valorant-bulk/screen";
import { LIMITS, PROVIDERS } from "@/shared/creation/fixtures";
import type { StandardDefaults } from "@/shared/queue/standard-card";
import type { ReadAccount } from "@/shared/queue/use-analysis";

export const STANDARD: StandardDefaults = {
  title: "Conta do jogo",
  description: "Descrição padrão da conta, com tudo o que ela tem.",
  deliveryInstructions: "Abra https://firstmail.ltd/webmail/login",
  emailDomain: "firstmail",
  imageUrls: [],
  rareList: [],
  price: null,
};

const count = (name: string, label: string, minimum = 0) => ({
  name,
  label,
  minimum,
  error: `${label} deve ser pelo menos ${minimum}`,
});

export const FORTNITE: FortniteOptions = {
  providers: PROVIDERS,
  platforms: ["PC", "PlayStation"],
  fields: [count("skins", "Skins"), count("vbucks", "V-Bucks"), count("account_level", "Nível da conta", 1)],
};

export const VALORANT: ValorantOptions = {
  providers: PROVIDERS,
  servers: ["NA", "Brazil"],
  tiers: [
    { value: "Gold", label: "Ouro" },
    { value: "Diamond", label: "Diamante" },
  ],
  divisions: [1, 2, 3],
  platforms: ["PC", "PSN"],
  fields: [count("level", "Nível", 1), count("valorant_points", "Valorant Points")],
};

export { LIMITS };

export const SURE = { confidence: 1, check: false };

export function aReading(changes: Partial<ReadAccount> = {}): ReadAccount {
  return {
    title: "Conta Fortnite | 57 skins",
    description: "Conta Fortnite\n\n• Skins: 57",
    delivery_instructions: "1. Entre em epicgames.com.",
    account_details: "<ul><li><strong>Skins:</strong> 57</li></ul>",
    account_data: { skins: 57 },
    counts: {},
    credentials: { login: "jogador17", password: "Exemplo#123" },
    provenance: [
      { field: "login", value: "jogador17", text: "jogador17", line: 1, ...SURE },
      { field: "password", value: "Exemplo#123", text: "Exemplo#123", line: 2, ...SURE },
      { field: "skins", value: 57, text: "Skins: 57", line: 3, ...SURE },
    ],
    warnings: [],
    price: null,
    ...changes,
  };
}

/** What POST /api/{game}/analyze answers of these accounts. */
export function analysisOf(
  accounts: readonly ReadAccount[],
  rest: { unrecognized?: { line: number; text: string }[]; source?: "local" | "llm" } = {},
) {
  const warnings = accounts.flatMap((account) => account.warnings);
  const data = { unrecognized: [], source: "local", ...rest, ...accounts[0], warnings, accounts };
  return { success: true, data };
}

type EntryOutput = QueueOutput["entries"][number];

export function anEntry(id: string, changes: Partial<EntryOutput> = {}, account: object = {}): EntryOutput {
  const stated = {
    title: `Conta ${id}`,
    login: `login-${id}`,
    password: "Exemplo#123",
    email_domain: "firstmail",
    price: "25",
    account_data: { skins: 57 },
  };
  return { id, account: { ...stated, ...account }, sent: null, state: null, error: "", errors: {}, ...changes };
}
