import { Suspense, useState } from "react";
import type { Service } from "@/api/configs";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { lazy } from "@/lib/lazy";
import { useUrlState } from "@/lib/use-url-state";
import ConfigurationCard from "@/shared/marketplace/configuration-form";
import { type EndpointChoice, MARKETPLACES, managementLabels, SERVICES } from "@/shared/marketplace/service";
import { Button } from "@/ui/button";
import { Tabs } from "@/ui/tabs";

const WebhookCard = lazy(() => import("@/screens/gerenciar-apis/webhook-card"));

type GerenciarApisProps = {
  choices: Record<Service, EndpointChoice>;
  /** Whose configurations they are, where not one's own. */
  person?: { id: number; fullName: string } | null;
  /** Those whose marketplace refuses the key: the first is in sight, ready for another key. */
  refused?: readonly Service[];
};

/** A tab for each marketplace's key. */
export function GerenciarApisScreen({ choices, person, refused = [] }: GerenciarApisProps) {
  const [webhook, setWebhook] = useState(false);
  const [tab, setTab] = useUrlState("api", refused[0] ?? "gameboost");
  return (
    <Tabs
      label="API"
      value={tab}
      onChange={setTab}
      tabs={SERVICES.map((service) => ({
        value: service,
        label: MARKETPLACES[service].name,
        content: (
          <div className="grid max-w-3xl gap-5">
            <ConfigurationCard
              key={service}
              title={`API ${MARKETPLACES[service].name}${person ? ` de ${person.fullName}` : ""}`}
              userId={person?.id}
              service={service}
              choice={choices[service]}
              labels={managementLabels(service)}
              refused={refused.includes(service)}
            />
            {service === "gameboost" && !webhook && (
              <Button icon="bell" className="justify-self-start" onClick={() => setWebhook(true)}>
                Aviso de venda (webhook)
              </Button>
            )}
            {service === "gameboost" && webhook && (
              <Suspense>
                <WebhookCard userId={person?.id ?? currentUser().id} />
              </Suspense>
            )}
          </div>
        ),
      }))}
    />
  );
}

mount("gerenciar-apis", GerenciarApisScreen);
