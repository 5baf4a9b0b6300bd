import { ConfigurationCard } from "@/features/marketplace/configuration-card";
import { type EndpointChoice, SERVICE_NAMES, type Service } from "@/features/marketplace/service";
import { managementWords } from "@/features/marketplace/words";
import { useUrlState } from "@/lib/use-url-state";
import { Tabs } from "@/ui/tabs";

/** Document 2 §3: 'In the API-management tab the options are …'. */
const CHOICES: Record<Service, EndpointChoice> = {
  gameboost: { options: ["accounts", "games", "statistics", "payments"], defaults: ["accounts", "games"] },
  lztmarket: { options: ["listings", "categories", "orders", "messages"], defaults: ["listings", "categories"] },
};
const SERVICES = Object.keys(CHOICES) as Service[];

/** 'Gerenciar APIs': 'Tabs for the marketplace API and the account-market API' (document 2 §2.4). */
export function GerenciarApisScreen() {
  const [tab, setTab] = useUrlState("api", "gameboost");
  return (
    <Tabs
      label="API"
      value={tab}
      onChange={setTab}
      tabs={SERVICES.map((service) => ({
        value: service,
        label: SERVICE_NAMES[service],
        content: <ServiceTab key={service} service={service} />,
      }))}
    />
  );
}

function ServiceTab({ service }: { service: Service }) {
  return (
    <div className="max-w-3xl">
      <ConfigurationCard
        title={`API ${SERVICE_NAMES[service]}`}
        service={service}
        choice={CHOICES[service]}
        words={managementWords(service)}
      />
    </div>
  );
}
