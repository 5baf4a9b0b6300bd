import { useMutation } from "@tanstack/react-query";
import { marketplaceKeys, PURCHASES_PAGE, type Purchase, purchasesQuery, resolvePurchase } from "@/api/marketplace";
import { dateTime } from "@/lib/format";
import { useOpening } from "@/lib/use-opening";
import { originLabel, priceLabel, stateLabel } from "@/screens/lztmarket/lot";
import { PagedCard, usePages } from "@/shared/lists/paged-card";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { EmptyState } from "@/ui/states";
import { type Column, column, TwoLines } from "@/ui/table";

const COLUMNS: Column<Purchase>[] = [
  column("Lote", ({ title, itemId, training }) => (
    <TwoLines
      first={title || `Lote ${itemId}`}
      second={
        <>
          #{itemId} {training && <Badge tone="warn">Ensaio</Badge>}
        </>
      }
    />
  )),
  column("Origem", { phone: "bare" }, ({ origin }) => originLabel(origin)),
  column("Quando", { phone: "bare" }, ({ createdAt }) => dateTime(createdAt)),
  column("Preço", { align: "end", phone: "side" }, ({ price, currency }) => priceLabel(price, currency)),
  column("Resultado", { phone: "bare" }, (purchase) => (
    <span className="grid gap-1 max-sm:justify-items-end">
      <span>
        <Badge {...stateLabel(purchase.state)} />
      </span>
      {purchase.message && <span className="text-sm text-muted wrap-anywhere">{purchase.message}</span>}
      {purchase.state === "unknown" && <Resolve purchase={purchase} />}
    </span>
  )),
];

export default function PurchasesTab() {
  return (
    <PagedCard
      title="Compras"
      description="O que foi comprado por aqui, de todos os administradores."
      {...usePages(purchasesQuery)}
      columns={COLUMNS}
      limit={PURCHASES_PAGE}
      empty={<EmptyState icon="wallet" title="Nenhuma compra feita por aqui" />}
    />
  );
}

/** Only the marketplace knows how an unknown purchase ended; a person looks there, and writes it down here. */
function Resolve({ purchase }: { purchase: Purchase }) {
  const asking = useOpening<Outcome>();
  const { mutateAsync: resolve } = useMutation({
    meta: { invalidates: [{ queryKey: marketplaceKeys.purchases }], done: "Resultado da compra registrado" },
    mutationFn: (outcome: Outcome) => resolvePurchase(purchase.id, outcome),
  });
  const lot = purchase.title || `Lote ${purchase.itemId}`;
  return (
    <span className="flex flex-wrap gap-1">
      {(["bought", "refused"] as const).map((each) => (
        <Button key={each} size="sm" aria-label={`${OUTCOMES[each].answer}: ${lot}`} onClick={() => asking.show(each)}>
          {OUTCOMES[each].answer}
        </Button>
      ))}
      {asking.dialog(ConfirmDialog, (outcome) => ({
        title: OUTCOMES[outcome].question,
        description: `${lot}: confira no LZT Market antes de responder. ${OUTCOMES[outcome].consequence} Isto não pode ser desfeito.`,
        confirmLabel: OUTCOMES[outcome].answer,
        onConfirm: () => resolve(outcome),
      }))}
    </span>
  );
}

type Outcome = "bought" | "refused";

const OUTCOMES = {
  bought: {
    answer: "Foi comprado",
    question: "A compra foi feita?",
    consequence: "Este lote não poderá mais ser comprado por aqui.",
  },
  refused: {
    answer: "Não foi comprado",
    question: "A compra não foi feita?",
    consequence: "Este lote poderá ser comprado de novo.",
  },
};
