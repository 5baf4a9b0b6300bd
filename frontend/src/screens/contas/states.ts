import type { StockAccount } from "@/api/stock";
import type { Words } from "@/ui/badge";

export const ACCOUNT_STATES: Record<StockAccount["state"], Words> = {
  on_sale: { label: "À venda", tone: "good" },
  closing: { label: "Encerrando", tone: "warn" },
  sold: { label: "Vendida", tone: "accent" },
  sold_twice: { label: "Vendida duas vezes", tone: "bad" },
  closed: { label: "Encerrada", tone: "neutral" },
};
