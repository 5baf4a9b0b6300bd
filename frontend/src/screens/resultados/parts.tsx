import type { ReactNode } from "react";
import type { AccountResult } from "@/api/results";
import { money, numberFormat } from "@/lib/format";
import type { ListState } from "@/shared/lists/list-card";
import type { Label } from "@/ui/badge";
import { EmptyState, NothingFound } from "@/ui/card";

/** What narrows every figure and list of the page. */
export const NARROWING = ["start", "end", "game", "person", "supplier", "market"];

export const pick = (values: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));

export const STANDINGS: Record<AccountResult["standing"], Label> = {
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

/** A rate of exchange. */
export const formatRate = numberFormat({ minimumFractionDigits: 4, maximumFractionDigits: 6 });

/** A figure that leads to the accounts that it is made of. */
export function Opens({ onOpen, says, children }: { onOpen: () => void; says: string; children: ReactNode }) {
  return (
    <button type="button" className="text-start hover:underline" data-tooltip={says} onClick={onOpen}>
      {children}
      <span className="sr-only"> ({says})</span>
    </button>
  );
}

export function TwoFigures({ first, second, isBad = false }: { first: string; second: ReactNode; isBad?: boolean }) {
  return (
    <span className="block">
      <span className={isBad ? "block font-medium text-bad" : "block"}>{first}</span>
      <span className="block text-sm text-muted max-sm:hidden">{second}</span>
    </span>
  );
}

export function lossOf(fined: string, refunded: string): string {
  const loss = Number(fined) + Number(refunded);
  return loss > 0 ? `− ${money(loss)} devolvidos` : "";
}

export function Nothing({ state }: { state: ListState }) {
  const clear = () =>
    state.setFilters(Object.fromEntries([...NARROWING, "busca", "standing", "age"].map((name) => [name, ""])));
  const isNarrowed = state.search || [...NARROWING, "standing", "age"].some((name) => state.filters[name]);
  return isNarrowed ? (
    <NothingFound onClear={clear} />
  ) : (
    <EmptyState title="Nenhuma conta ainda" description="Cada conta anunciada aparece aqui, com o que custou e rendeu." />
  );
}
