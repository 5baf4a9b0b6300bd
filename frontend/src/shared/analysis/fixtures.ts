/** Answers of the analysis for the tests, shaped as the server's. */
import type { ReadAccount } from "@/shared/analysis/use-analysis";

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
