import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { marketplaceKeys, PURCHASES_PAGE, type Purchase, purchasesQuery, resolvePurchase } from "@/api/marketplace";
import { dateTime } from "@/lib/format";
import { toast } from "@/lib/toast";
import { originLabel, priceLabel, stateLabel } from "@/screens/lztmarket/lot";
import { PagedCard, usePages } from "@/shared/lists/paged-card";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { EmptyState } from "@/ui/states";
import { type Column, TwoLines } from "@/ui/table";

const COLUMNS: Column<Purchase>[] = [
  { key: "lot", header: "Lote", cell: (purchase) => <Name purchase={purchase} /> },
  { key: "origin", header: "Origem", phone: "bare", cell: ({ origin }) => originLabel(origin) },
  { key: "when", header: "Quando", phone: "bare", cell: ({ createdAt }) => dateTime(createdAt) },
  {
    key: "price",
    header: "Preço",
    align: "end",
    phone: "side",
    cell: ({ price, currency }) => priceLabel(price, currency),
  },
  { key: "state", header: "Resultado", phone: "bare", cell: (purchase) => <Result purchase={purchase} /> },
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

function Name({ purchase: { title, itemId, training } }: { purchase: Purchase }) {
  return (
    <TwoLines
      first={title || `Lote ${itemId}`}
      second={
        <>
          #{itemId} {training && <Badge tone="warn">Ensaio</Badge>}
        </>
      }
    />
  );
}

function Result({ purchase }: { purchase: Purchase }) {
  return (
    <span className="grid gap-1 max-sm:justify-items-end">
      <span>
        <Badge {...stateLabel(purchase.state)} />
      </span>
      {purchase.message && <span className="text-sm text-muted wrap-anywhere">{purchase.message}</span>}
      {purchase.state === "unknown" && <Resolve purchase={purchase} />}
    </span>
  );
}

/** Only the marketplace knows how an unknown purchase ended; a person looks there, and writes it down here. */
function Resolve({ purchase }: { purchase: Purchase }) {
  const [outcome, setOutcome] = useState<Outcome>("bought");
  const [asking, setAsking] = useState(false);
  const { mutateAsync: resolve } = useMutation({
    meta: { invalidates: [{ queryKey: marketplaceKeys.purchases }] },
    mutationFn: () => resolvePurchase(purchase.id, outcome),
    onSuccess: () => toast.success("Resultado da compra registrado"),
  });
  const lot = purchase.title || `Lote ${purchase.itemId}`;
  const ask = (next: Outcome) => {
    setOutcome(next);
    setAsking(true);
  };
  const { question, consequence, answer } = OUTCOMES[outcome];
  return (
    <span className="flex flex-wrap gap-1">
      {(["bought", "refused"] as const).map((each) => (
        <Button key={each} size="sm" aria-label={`${OUTCOMES[each].answer}: ${lot}`} onClick={() => ask(each)}>
          {OUTCOMES[each].answer}
        </Button>
      ))}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={question}
        description={`${lot}: confira no LZT Market antes de responder. ${consequence} Isto não pode ser desfeito.`}
        confirmLabel={answer}
        onConfirm={() => resolve()}
      />
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
