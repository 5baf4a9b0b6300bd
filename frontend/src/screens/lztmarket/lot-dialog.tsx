import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { proxyKeys } from "@/api/configs";
import { marketplaceKeys } from "@/api/marketplace";
import { ApiError } from "@/lib/errors";
import { counted, integer } from "@/lib/format";
import { toast } from "@/lib/toast";
import { type DialogOpening, useOpening } from "@/lib/use-opening";
import {
  type Bought,
  buy,
  type Credentials,
  factsOf,
  isUnknown,
  type Lot,
  lotQuery,
  originLabel,
  priceLabel,
  titleOf,
} from "@/screens/lztmarket/lot";
import { publishedLabel } from "@/screens/lztmarket/lots-list";
import { Alert } from "@/ui/alert";
import { Button, IconButton } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { ConfirmDialog, Dialog } from "@/ui/dialog";
import { Masked } from "@/ui/masked";
import { ErrorState, Skeleton } from "@/ui/states";

/** `lot` as the list showed it; the dialog reads it anew. */
type LotDialogProps = DialogOpening & { lot: Lot; purchaseEnabled: boolean };

const DAY_S = 86_400;

export default function LotDialog({ lot, purchaseEnabled, ...dialog }: LotDialogProps) {
  const query = useQuery(lotQuery(lot.item_id));
  const [bought, setBought] = useState<Bought | null>(null);
  const item = query.data?.item;
  return (
    <Dialog
      {...dialog}
      // What is shown once is not lost to a click beside it.
      alert={bought !== null}
      size="md"
      title={titleOf(lot)}
      description={`Lote #${lot.item_id}`}
      footer={bought && <Button onClick={dialog.onClose}>Já guardei</Button>}
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
              <Secret label={label.toLowerCase()} secret={secret} />
            </dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 && <p>O acesso está nas suas compras no LZT Market.</p>}
    </Alert>
  );
}

/** A credential, masked until asked for. */
function Secret({ label, secret }: { label: string; secret: string }) {
  const [shown, setShown] = useState(false);
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <code className="truncate font-mono text-sm">{shown ? secret : <Masked text="••••••••" />}</code>
      {shown && <CopyButton label={`Copiar ${label}`} text={secret} />}
      <IconButton
        icon={shown ? "eye-off" : "eye"}
        size="sm"
        label={`${shown ? "Ocultar" : "Mostrar"} ${label}`}
        onClick={() => setShown(!shown)}
      />
    </span>
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
function PurchasePanel({ lot, enabled, onReread, onBought }: PurchasePanelProps) {
  const client = useQueryClient();
  const asking = useOpening<string>();
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
      asking.close();
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
        onClick={() => asking.show(newIdempotencyKey())}
      >
        Comprar por {price}
      </Button>
      {asking.dialog(ConfirmDialog, (idempotencyKey) => ({
        title: `Comprar por ${price}?`,
        description: titleOf(lot),
        confirmLabel: "Comprar",
        onConfirm: () => purchase.mutateAsync(idempotencyKey),
        children: (
          <p>
            Origem da conta: <strong>{originLabel(lot.item_origin)}</strong>. O valor sai do saldo da chave no LZT
            Market, e a compra não pode ser desfeita aqui.
          </p>
        ),
      }))}
    </>
  );
}

/** Why there is nothing to press; empty where there is. */
function refusalOf(lot: Lot, enabled: boolean): string {
  if (lot.purchase_refusal) return lot.purchase_refusal;
  if (lot.canBuyItem === false) return "Este lote não está à venda.";
  return enabled ? "" : "A compra no LZT Market está desativada nesta instalação.";
}
