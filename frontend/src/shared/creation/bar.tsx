import type { ReactNode } from "react";
import { money, plural } from "@/lib/format";
import { times } from "@/lib/money";
import type { Pay } from "@/shared/creation/game";
import type { PreviewState } from "@/shared/sheet/use-preview";

type BarProps = { preview: PreviewState<unknown>; pay: Pay; markets: number; children: ReactNode };

/** '225 contas · € 1.957,50 · você ganha R$ 675,00', and what comes next, in sight wherever the page is scrolled to. */
export function Bar({ preview: { rows, answer, status }, pay, markets, children }: BarProps) {
  const count = rows.filter(({ verdict }) => verdict === "valid" || verdict === "warning").length;
  const checked = status === "checked" ? answer : null;
  const earned = checked?.totalPay ?? (pay.perAccountWithBonus && times(pay.perAccountWithBonus, count));
  const sum = [
    plural(count, "conta", "contas"),
    markets > 1 && `${markets} marketplaces`,
    checked ? money(checked.totalEur, "EUR") : "€ …",
    Number(earned) > 0 && `${pay.estimated ? "estimativa de ganho" : "você ganha"} ${money(Number(earned))}`,
  ];
  return (
    <section className="bench-bar" aria-label="Criação">
      <p className="bench-sum tabular-nums">{count > 0 ? sum.filter(Boolean).join(" · ") : pay.label}</p>
      <div className="bench-actions">{children}</div>
    </section>
  );
}
