import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { configurationQuery } from "@/api/configs";
import type { Lot, LztProfile } from "@/api/lztmarket";
import { asAnswered, proxyQuery } from "@/api/proxy";
import { mount } from "@/app/mount";
import { integer } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { priceLabel } from "@/lib/price-label";
import { useTabState } from "@/lib/use-url-state";
import { LOAD_FAILED } from "@/shared/marketplace/configuration";
import { EmptyState, ErrorState, QueryResult } from "@/ui/card";
import { FigureCard, StatGrid } from "@/ui/stat-card";
import { Tabs } from "@/ui/tabs";

const LotsTab = lazy(() => import("@/screens/lztmarket/lots-tabs"), "LotsTab");
const OwnLotsTab = lazy(() => import("@/screens/lztmarket/lots-tabs"), "OwnLotsTab");
const PurchasesTab = lazy(() => import("@/screens/lztmarket/purchases-tab"));
const LotDialog = lazy(() => import("@/screens/lztmarket/lot-dialog"));

type LztmarketScreenProps = {
  /** Whether this installation buys at all (LZT_PURCHASE_ENABLED). */
  purchaseEnabled: boolean;
};

/** LZT Market: lots with search and detail, one's own profile, purchases. */
export function LztmarketScreen({ purchaseEnabled }: LztmarketScreenProps) {
  return (
    <QueryResult
      query={useQuery(configurationQuery("lztmarket"))}
      failed={LOAD_FAILED}
      framed
      fallback={<div className="card" />}
    >
      {(configuration) =>
        configuration ? (
          <Market purchaseEnabled={purchaseEnabled} />
        ) : (
          <div className="card">
            <EmptyState
              icon="key"
              title="Configure a API para ver o LZT Market"
              description="Falta um token do LZT Market com o escopo market."
              action={
                <a className="btn btn-secondary" href="/gerenciar-apis?api=lztmarket">
                  Configurar API
                </a>
              }
            />
          </div>
        )
      }
    </QueryResult>
  );
}

function Market({ purchaseEnabled }: LztmarketScreenProps) {
  const [tab, open] = useTabState("aba", "lotes");
  const looking = useOpening<Lot>();
  return (
    <div className="grid grid-cols-1 gap-5">
      <ProfileCard />
      <Tabs
        label="LZT Market"
        value={tab}
        onChange={open}
        tabs={[
          { value: "lotes", label: "Lotes", content: <LotsTab onOpen={looking.show} /> },
          { value: "meus", label: "Meus lotes", content: <OwnLotsTab onOpen={looking.show} /> },
          { value: "compras", label: "Compras", content: <PurchasesTab /> },
        ]}
      />
      {looking.dialog(LotDialog, (lot) => ({ lot, purchaseEnabled }))}
    </div>
  );
}

/** Whose key it is, and its balance. */
function ProfileCard() {
  const profile = useQuery(proxyQuery("/api/proxy/lztmarket/user/profile", {}, asAnswered));
  const count = (value: number | undefined) => (value === undefined ? "—" : integer(value));
  const figure = (of: (user: LztProfile) => ReactNode) => ({
    query: profile,
    of: ({ user }: { user: LztProfile }) => of(user),
  });
  if (profile.isError && !profile.data) {
    return (
      <div className="card">
        <ErrorState
          title="Não foi possível ler o perfil no LZT Market."
          error={profile.error}
          onRetry={profile.refetch}
        />
      </div>
    );
  }
  const username = (user: LztProfile) => (
    <span className="text-lg" title={user.username}>
      {user.username}
    </span>
  );
  return (
    <StatGrid>
      <FigureCard label="Conta" icon="user" {...figure(username)} />
      <FigureCard label="Saldo" icon="wallet" {...figure(({ balance, currency }) => priceLabel(balance, currency))} />
      <FigureCard
        label="Em espera"
        icon="clock"
        {...figure(({ hold, currency }) => (hold === undefined ? "—" : priceLabel(hold, currency)))}
      />
      <FigureCard label="À venda" icon="store" {...figure((user) => count(user.active_items_count))} />
      <FigureCard label="Vendidas" icon="circle-check" {...figure((user) => count(user.sold_items_count))} />
    </StatGrid>
  );
}

mount("lztmarket", LztmarketScreen);
