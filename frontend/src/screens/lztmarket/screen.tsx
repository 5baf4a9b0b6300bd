import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { configurationQuery } from "@/api/configs";
import { mount } from "@/app/mount";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { useTabState } from "@/lib/use-url-state";
import type { Lot } from "@/screens/lztmarket/lot";
import { ProfileCard } from "@/screens/lztmarket/profile-card";
import { LOAD_FAILED } from "@/shared/marketplace/configuration";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Tabs } from "@/ui/tabs";

const LotsTab = lazy(() => import("@/screens/lztmarket/lots-tab"));
const OwnLotsTab = lazy(() => import("@/screens/lztmarket/own-lots-tab"));
const PurchasesTab = lazy(() => import("@/screens/lztmarket/purchases-tab"));
const LotDialog = lazy(() => import("@/screens/lztmarket/lot-dialog"));

const CONFIGURE = "/gerenciar-apis?api=lztmarket";

type LztmarketScreenProps = {
  /** Whether this installation buys at all (LZT_PURCHASE_ENABLED). */
  purchaseEnabled: boolean;
};

/** 'the second marketplace's page: items with search, item detail, own profile, purchase'. */
export function LztmarketScreen({ purchaseEnabled }: LztmarketScreenProps) {
  const configuration = useQuery(configurationQuery("lztmarket"));
  if (configuration.data) return <Market purchaseEnabled={purchaseEnabled} />;
  return (
    <div className="card">
      {configuration.isError && (
        <ErrorState title={LOAD_FAILED} error={configuration.error} onRetry={configuration.refetch} />
      )}
      {configuration.data === null && (
        <EmptyState
          icon="key"
          title="Configure a API para ver o LZT Market"
          description="Falta um token do LZT Market com o escopo market."
          action={<ConfigureLink />}
        />
      )}
    </div>
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
      {looking.opening && (
        <Suspense>
          <LotDialog
            key={looking.opening.number}
            lot={looking.opening.subject}
            purchaseEnabled={purchaseEnabled}
            open={looking.opening.open}
            onClose={looking.close}
          />
        </Suspense>
      )}
    </div>
  );
}

function ConfigureLink() {
  return (
    <a className="btn btn-secondary" href={CONFIGURE}>
      Configurar API
    </a>
  );
}

mount("lztmarket", LztmarketScreen);
