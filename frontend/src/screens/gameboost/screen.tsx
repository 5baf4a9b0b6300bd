import { useQuery } from "@tanstack/react-query";
import { configurationQuery } from "@/api/configs";
import { mount } from "@/app/mount";
import { lazy, useOpening } from "@/lib/lazy";
import { AccountsCard } from "@/screens/gameboost/accounts-card";
import { type EndpointChoice, GAMEBOOST_LABELS } from "@/shared/marketplace/service";
import { Button, PageActions } from "@/ui/button";
import { EmptyState, Skeleton } from "@/ui/card";
import { WhenNear } from "@/ui/when-near";

const ConfigurationCard = lazy(() => import("@/shared/marketplace/configuration-form"));
const NewAccountDialog = lazy(() => import("@/screens/gameboost/new-account-dialog"));

export function GameboostScreen({ choice }: { choice: EndpointChoice }) {
  // Where it cannot be read its own card says so.
  const { data: configuration, isError } = useQuery(configurationQuery("gameboost"));
  const creating = useOpening<null>();
  const enabled = configuration?.enabledEndpoints ?? [];
  const can = {
    create: enabled.includes("accounts"),
    status: enabled.includes("accounts/{id}/status"),
    statuses: enabled.includes("accounts/status/bulk"),
    delete: enabled.includes("accounts/{id}/delete"),
  };
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <PageActions>
        <Button variant="primary" icon="plus" disabled={!can.create} onClick={() => creating.show(null)}>
          Nova Conta
        </Button>
      </PageActions>
      {configuration !== null ? (
        (configuration && <AccountsCard can={can} />) || (!isError && <Skeleton className="h-180" />)
      ) : (
        <div className="card">
          <EmptyState
            icon="key"
            title="Configure a API para ver as contas"
            description="Falta uma chave do GameBoost. Salve uma na configuração da API."
          />
        </div>
      )}
      <WhenNear place={<Skeleton className="h-116" />}>
        <ConfigurationCard title="Configuração da API" service="gameboost" choice={choice} labels={GAMEBOOST_LABELS} />
      </WhenNear>
      {creating.dialog(NewAccountDialog, () => ({}))}
    </div>
  );
}

mount("gameboost", GameboostScreen);
