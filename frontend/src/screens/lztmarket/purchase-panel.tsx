import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { marketplaceKeys } from "@/api/marketplace";
import { proxyKeys } from "@/api/proxy";
import { ApiError } from "@/lib/errors";
import { toast } from "@/lib/toast";
import { type Lot, originLabel, priceLabel, titleOf } from "@/screens/lztmarket/lot";
import { type Bought, buy, isUnknown } from "@/screens/lztmarket/purchase";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";

type PurchasePanelProps = {
  lot: Lot;
  /** Whether this installation buys at all. */
  enabled: boolean;
  /** Reads the lot again, after its price changed. */
  onReread: () => unknown;
  onBought: (bought: Bought) => void;
};

const UNKNOWN =
  "Não foi possível confirmar a compra, e o valor pode ter sido debitado. " +
  "Confira suas compras no LZT Market antes de tentar de novo.";

/** Buys the lot after a question that names price and origin. An answer that does not come is said, never tried again. */
export function PurchasePanel({ lot, enabled, onReread, onBought }: PurchasePanelProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<{ idempotencyKey: string } | null>(null);
  const purchase = useMutation({
    meta: { silent: true },
    mutationFn: (idempotencyKey: string) => buy(lot, idempotencyKey),
    onSuccess: (bought) => {
      toast.success(`${titleOf(lot)} foi comprado.`, "Compra realizada");
      onBought(bought);
    },
    onError: (error) => {
      toast.error(isUnknown(error) ? UNKNOWN : error.message, "Compra não confirmada");
      if (error instanceof ApiError && error.code === "price_changed") onReread();
    },
    onSettled: () => {
      setAsking(null);
      client.invalidateQueries({ queryKey: marketplaceKeys.purchases });
      client.invalidateQueries({ queryKey: proxyKeys.of("lztmarket") });
    },
  });
  const price = priceLabel(lot.price, lot.price_currency);
  if (isUnknown(purchase.error)) return <Alert tone="bad">{UNKNOWN}</Alert>;
  const refusal = refusalOf(lot, enabled);
  if (refusal) return <Alert>{refusal}</Alert>;
  return (
    <>
      {purchase.error && <Alert tone="bad">{purchase.error.message}</Alert>}
      <Button
        variant="primary"
        icon="wallet"
        className="justify-self-end"
        onClick={() => setAsking({ idempotencyKey: newIdempotencyKey() })}
      >
        Comprar por {price}
      </Button>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={`Comprar por ${price}?`}
        description={titleOf(lot)}
        confirmLabel="Comprar"
        onConfirm={() => asking && purchase.mutateAsync(asking.idempotencyKey)}
      >
        <p>
          Origem da conta: <strong>{originLabel(lot.item_origin)}</strong>. O valor sai do saldo da chave no LZT Market,
          e a compra não pode ser desfeita aqui.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Why there is nothing to press; empty where there is. */
function refusalOf(lot: Lot, enabled: boolean): string {
  if (lot.purchase_refusal) return lot.purchase_refusal;
  if (lot.canBuyItem === false) return "Este lote não está à venda.";
  return enabled ? "" : "A compra no LZT Market está desativada nesta instalação.";
}
