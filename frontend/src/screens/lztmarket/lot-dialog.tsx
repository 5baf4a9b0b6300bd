import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { proxyKeys } from "@/api/configs";
import { type Lot, type Purchase, type PurchaseCredentials, purchaseKeys } from "@/api/lztmarket";
import { asAnswered, callProxy, proxyQuery } from "@/api/proxy";
import { ApiError, NetworkError } from "@/lib/errors";
import { integer, plural } from "@/lib/format";
import { type DialogOpening, useOpening } from "@/lib/lazy";
import { priceLabel } from "@/lib/price-label";
import { toast } from "@/lib/toast";
import { useHeldPage } from "@/lib/use-held-page";
import { originLabel, titleOf } from "@/screens/lztmarket/lot";
import { publishedLabel } from "@/screens/lztmarket/lots-tabs";
import { Alert } from "@/ui/announcement";
import { Button, IconButton } from "@/ui/button";
import { ErrorState, Skeleton } from "@/ui/card";
import { CopyButton } from "@/ui/copy-button";
import { ConfirmDialog, Dialog } from "@/ui/dialog";
import { Masked } from "@/ui/masked";

function lotQuery(id: number) {
  return proxyQuery("/api/proxy/lztmarket/market/item/{item_id}", { path: { item_id: String(id) } }, asAnswered);
}

/** `lot` as the list showed it; the dialog reads it anew. */
type LotDialogProps = DialogOpening & { lot: Lot; purchaseEnabled: boolean };

const DAY_S = 86_400;

export default function LotDialog({ lot, purchaseEnabled, ...dialog }: LotDialogProps) {
  const query = useQuery(lotQuery(lot.item_id));
  const [bought, setBought] = useState<Purchase | null>(null);
  const item = query.data?.item;
  useHeldPage(dialog.open && bought !== null);
  return (
    <Dialog
      {...dialog}
      // What is shown once is not lost to a click beside it, nor to Escape.
      alert={bought !== null}
      busy={bought !== null}
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
  return days < 1 ? "Menos de 1 dia" : plural(days, "dia", "dias");
}

function salesLabel(seller: Lot["seller"]): string {
  const sold = !seller || Array.isArray(seller) ? undefined : seller.sold_items_count;
  return sold === undefined ? "—" : integer(sold);
}

const FACTS: Record<string, string> = {
  fortnite_level: "Nível",
  fortnite_skin_count: "Skins",
  fortnite_pickaxe_count: "Picaretas",
  fortnite_dance_count: "Gestos",
  fortnite_glider_count: "Asas-delta",
  fortnite_balance: "V-Bucks",
  fortnite_platform: "Plataforma",
  riot_valorant_level: "Nível",
  valorantRankTitle: "Elo",
  riot_valorant_region: "Região",
  riot_valorant_skin_count: "Skins",
  riot_valorant_agent_count: "Agentes",
  riot_valorant_knife_count: "Facas",
  riot_valorant_wallet_vp: "Valorant Points",
  riot_valorant_wallet_rp: "Radianita",
  roblox_robux: "Robux",
  roblox_friends: "Amigos",
  roblox_country: "País",
};

/** What the lot tells of its game's account: [name, value]. */
function factsOf(lot: Lot): [string, string][] {
  const isStated = (value: unknown) => typeof value === "number" || (typeof value === "string" && value !== "");
  return Object.entries(FACTS)
    .filter(([field]) => isStated(lot[field]))
    .map(([field, name]) => [name, String(lot[field])]);
}

/** What was bought, shown this once. */
function Acquired({ bought: { credentials } }: { bought: Purchase }) {
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

function secretsOf(whose: string, credentials: PurchaseCredentials | undefined): [string, string][] {
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
  onBought: (bought: Purchase) => void;
};

/** Buy at the price that was shown (product: market.lzt-purchase); the same key again is told how the first try
 * ended. */
function buy(lot: Lot, idempotencyKey: string): Promise<Purchase> {
  const data = { item_id: lot.item_id, price: Number(lot.price).toFixed(2) };
  return callProxy("/api/proxy/lztmarket/market/purchase", { method: "POST", data }, { idempotencyKey });
}

/** True where the money may be spent and nobody knows. */
function isUnknown(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.code === "purchase_outcome_unknown");
}

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
      client.invalidateQueries({ queryKey: purchaseKeys.all });
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
            Origem da conta: <strong>{originLabel(lot.item_origin)}</strong>. O valor sai do saldo da chave no LZT Market,
            e a compra não pode ser desfeita aqui.
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
