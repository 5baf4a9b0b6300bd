import type { AccountResult } from "@/api/results";
import type { Words } from "@/ui/badge";

export const STANDINGS: Record<AccountResult["standing"], Words> = {
  closed: { label: "Recebida", tone: "good" },
  receivable: { label: "A receber", tone: "info" },
  stock: { label: "Em estoque", tone: "neutral" },
  unvalued: { label: "Sem cotação", tone: "warn" },
};

/** By the days in stock from which on. */
export const AGES: Record<string, string> = {
  "0": "0 a 7 dias",
  "8": "8 a 30 dias",
  "31": "31 a 90 dias",
  "91": "Mais de 90 dias",
};
