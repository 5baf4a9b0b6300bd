import { ConfigurationCard } from "@/features/marketplace/configuration-card";
import { type EndpointChoice, SERVICE_NAMES, type Service } from "@/features/marketplace/service";
import { managementWords } from "@/features/marketplace/words";
import { useUrlState } from "@/lib/use-url-state";
import { Tabs } from "@/ui/tabs";

type GerenciarApisProps = { choices: Record<Service, EndpointChoice> };

const SERVICES = Object.keys(SERVICE_NAMES) as Service[];

/** 'Gerenciar APIs': 'Tabs for the marketplace API and the account-market API' (document 2 §2.4). */
export function GerenciarApisScreen({ choices }: GerenciarApisProps) {
  const [tab, setTab] = useUrlState("api", "gameboost");
  return (
    <Tabs
      label="API"
      value={tab}
      onChange={setTab}
      tabs={SERVICES.map((service) => ({
        value: service,
        label: SERVICE_NAMES[service],
        content: <ServiceTab key={service} service={service} choice={choices[service]} />,
      }))}
    />
  );
}

function ServiceTab({ service, choice }: { service: Service; choice: EndpointChoice }) {
  return (
    <div className="max-w-3xl">
      <ConfigurationCard
        title={`API ${SERVICE_NAMES[service]}`}
        service={service}
        choice={choice}
        words={managementWords(service)}
      />
    </div>
  );
}
