/** Labels of accounts in stock, and of the rules that change prices. */
import type { SavedRule, StockAccount } from "@/api/stock";
import type { Label } from "@/ui/badge";

export const ACCOUNT_STATES: Record<StockAccount["state"], Label> = {
  on_sale: { label: "À venda", tone: "good" },
  draft: { label: "Rascunho", tone: "neutral" },
  closing: { label: "Encerrando", tone: "warn" },
  sold: { label: "Vendida", tone: "accent" },
  sold_twice: { label: "Vendida duas vezes", tone: "bad" },
  closed: { label: "Encerrada", tone: "neutral" },
};

/** On the marketplace and not to go: it can be taken down, and its price changed. */
export const isListed = ({ state }: Pick<StockAccount, "state">) => state === "on_sale" || state === "draft";

export const MODES: Record<SavedRule["mode"], Label> = {
  propose: { label: "Propõe", tone: "accent" },
  apply: { label: "Aplica", tone: "good" },
  off: { label: "Desligada", tone: "neutral" },
};

export const KINDS: Record<SavedRule["kind"], { label: string; threshold: string }> = {
  age: { label: "Tempo anunciada", threshold: "Depois de quantos dias" },
  stock: { label: "Estoque do jogo", threshold: "Com mais de quantas contas sem vender" },
  ai_price: { label: "Sugestão do LZT Market", threshold: "" },
};

export const ROUNDINGS: Record<SavedRule["rounding"], string> = {
  cents: "Centavos",
  "99": "Terminar em ,99",
  whole: "Euros inteiros",
};
