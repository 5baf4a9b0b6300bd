import type { ReactNode } from "react";
import { counted, money } from "@/lib/format";
import { times } from "@/lib/money";
import type { Pay } from "@/shared/creation/game";
import type { PreviewState } from "@/shared/sheet/use-preview";

type BarProps = { preview: PreviewState<unknown>; pay: Pay; children: ReactNode };

/** '225 contas · € 1.957,50 · você ganha R$ 675,00', and what comes next, in sight wherever the page is scrolled to. */
export function Bar({ preview: { rows, answer, status }, pay, children }: BarProps) {
  const count = rows.filter(({ verdict }) => verdict === "valid" || verdict === "warning").length;
  const earns = Number(pay.perAccountWithBonus) > 0;
  const total = status === "checked" && answer?.totalEur !== undefined ? money(answer.totalEur, "EUR") : "€ …";
  const sum = [
    counted(count, "conta", "contas"),
    total,
    earns && `você ganha ${money(times(pay.perAccountWithBonus, count))}`,
  ];
  return (
    <section className="bench-bar" aria-label="Criação">
      <p className="bench-sum tabular-nums">
        {count > 0 ? sum.filter(Boolean).join(" · ") : earns ? payLabel(pay) : "Ensaio: nada é pago"}
      </p>
      <div className="bench-actions">{children}</div>
    </section>
  );
}

/** 'R$ 3,15 por conta, com 5% de bônus' */
export function payLabel({ perAccountWithBonus, bonusPercentage }: Pay): string {
  const bonus =
    Number(bonusPercentage) > 0 ? `, com ${String(Number(bonusPercentage)).replace(".", ",")}% de bônus` : "";
  return `${money(perAccountWithBonus)} por conta${bonus}`;
}
