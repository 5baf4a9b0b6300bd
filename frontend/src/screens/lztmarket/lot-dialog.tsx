import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { counted, integer } from "@/lib/format";
import { factsOf, type Lot, lotQuery, originLabel, priceLabel, titleOf } from "@/screens/lztmarket/lot";
import { publishedLabel } from "@/screens/lztmarket/lots-list";
import type { Bought, Credentials } from "@/screens/lztmarket/purchase";
import { PurchasePanel } from "@/screens/lztmarket/purchase-panel";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { MaskedSecret } from "@/ui/masked";
import { ErrorState, Skeleton } from "@/ui/states";

type LotDialogProps = {
  /** As the list showed it; the dialog reads it anew. */
  lot: Lot;
  purchaseEnabled: boolean;
  open: boolean;
  onClose: () => void;
};

const DAY_S = 86_400;

export default function LotDialog({ lot, purchaseEnabled, open, onClose }: LotDialogProps) {
  const query = useQuery(lotQuery(lot.item_id));
  const [bought, setBought] = useState<Bought | null>(null);
  const item = query.data?.item;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      // What is shown once is not lost to a click beside it.
      alert={bought !== null}
      size="md"
      title={titleOf(lot)}
      description={`Lote #${lot.item_id}`}
      footer={bought && <Button onClick={onClose}>Já guardei</Button>}
    >
      {query.isError && !item && (
        <ErrorState title="Não foi possível ler este lote." error={query.error} onRetry={query.refetch} />
      )}
      {query.isPending && <Skeleton className="h-64" />}
      {item && (
        <div className="grid gap-5">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
            <Fact name="Preço">{priceLabel(item.price, item.price_currency)}</Fact>
            <Fact name="Origem">{originLabel(item.item_origin)}</Fact>
            <Fact name="Garantia">{guaranteeLabel(item.guarantee)}</Fact>
            <Fact name="Publicado">{publishedLabel(item.published_date)}</Fact>
            <Fact name="Vendas do vendedor">{salesLabel(item.seller)}</Fact>
            <Fact name="Visualizações">{item.view_count === undefined ? "—" : integer(item.view_count)}</Fact>
            {factsOf(item).map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </dl>
          {item.description && (
            <p className="max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">{item.description}</p>
          )}
          {bought ? (
            <Acquired bought={bought} />
          ) : (
            <PurchasePanel lot={item} enabled={purchaseEnabled} onReread={query.refetch} onBought={setBought} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** An empty map is written as a list on this wire. */
function guaranteeLabel(guarantee: Lot["guarantee"]): string {
  if (!guarantee || Array.isArray(guarantee) || !guarantee.duration) return "Sem garantia";
  const days = Math.round(guarantee.duration / DAY_S);
  return days < 1 ? "Menos de 1 dia" : counted(days, "dia", "dias");
}

function salesLabel(seller: Lot["seller"]): string {
  const sold = !seller || Array.isArray(seller) ? undefined : seller.sold_items_count;
  return sold === undefined ? "—" : integer(sold);
}

/** What was bought, shown this once. */
function Acquired({ bought: { credentials } }: { bought: Bought }) {
  const rows = [...secretsOf("da conta", credentials?.account), ...secretsOf("do e-mail", credentials?.email)];
  return (
    <Alert tone="good">
      <p className="font-medium">Comprado. Guarde agora: o acesso não fica salvo aqui.</p>
      <dl className="mt-1 grid gap-1">
        {rows.map(([label, secret]) => (
          <div key={label} className="flex flex-wrap items-center gap-x-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="min-w-0">
              <MaskedSecret label={label.toLowerCase()} masked="••••••••" reveal={async () => secret} />
            </dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 && <p>O acesso está nas suas compras no LZT Market.</p>}
    </Alert>
  );
}

function secretsOf(whose: string, credentials: Credentials | undefined): [string, string][] {
  if (!credentials || Array.isArray(credentials)) return [];
  const { login, password } = credentials;
  return [
    ...(login ? ([[`Login ${whose}`, login]] as [string, string][]) : []),
    ...(password ? ([[`Senha ${whose}`, password]] as [string, string][]) : []),
  ];
}
