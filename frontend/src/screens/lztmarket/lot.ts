/** What is said of a lot. */
import type { Lot } from "@/api/lztmarket";

export const titleOf = ({ title, title_en, item_id }: Lot): string => title || title_en || `Lote ${item_id}`;

const ORIGINS: Record<string, string> = {
  autoreg: "Registro automático",
  brute: "Força bruta",
  dummy: "Sem uso",
  personal: "Pessoal",
  phishing: "Phishing",
  resale: "Revenda",
  retrieve_via_support: "Recuperada pelo suporte",
  self_registration: "Registro próprio",
  stealer: "Stealer",
};

/** How the account was come by, as the seller says. */
export const originLabel = (origin: string): string => ORIGINS[origin] ?? (origin || "Não informada");
