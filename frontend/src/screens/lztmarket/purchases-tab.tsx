import { useMutation } from "@tanstack/react-query";
import { api, listQuery, type Row } from "@/api/client";
import { dateTime } from "@/lib/format";
import { useOpening } from "@/lib/lazy";
import { priceLabel } from "@/lib/price-label";
import { originLabel } from "@/screens/lztmarket/lot";
import { PagedCard, usePages } from "@/shared/lists/paged-card";
import { Badge, type Label } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { type Column, column, TwoLines } from "@/ui/table";

type Purchase = Row<"/api/purchases">;

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
        <Badge {...(STATES[purchase.state] ?? { label: purchase.state, tone: "neutral" })} />
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
      {...usePages((query) => listQuery("/api/purchases", { query }), PURCHASES)}
      columns={COLUMNS}
      empty={<EmptyState icon="wallet" title="Nenhuma compra feita por aqui" />}
    />
  );
}

const STATES: Record<string, Label> = {
  sending: { label: "Em andamento", tone: "info" },
  bought: { label: "Comprado", tone: "good" },
  refused: { label: "Recusado", tone: "neutral" },
  unknown: { label: "Não confirmado", tone: "bad" },
};

/** Only the marketplace knows how an unknown purchase ended; a person looks there, and writes it down here. */
function Resolve({ purchase }: { purchase: Purchase }) {
  const asking = useOpening<Outcome>();
  const { mutateAsync: resolve } = useMutation({
    meta: { invalidates: ["purchases"], done: "Resultado da compra registrado" },
    mutationFn: (outcome: Outcome) =>
      api.post("/api/purchases/{purchase_id}/resolve", { path: { purchase_id: purchase.id }, body: { outcome } }),
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

const PURCHASES = 20;

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
