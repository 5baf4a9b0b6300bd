import { money } from "@/lib/format";
import { times } from "@/lib/money";

/** 'Multa: € 5,00 por anúncio', and what it comes to for several; nothing for a rule without a documented fine. */
export function FineMark({ fine, accounts = 1 }: { fine: string | null; accounts?: number }) {
  if (fine === null || fine === "") return null;
  const sum = accounts > 1 ? `, até ${money(times(fine, accounts), "EUR")}` : "";
  return (
    <strong className="sheet-fine">
      Multa: {money(fine, "EUR")} por anúncio{sum}
    </strong>
  );
}
