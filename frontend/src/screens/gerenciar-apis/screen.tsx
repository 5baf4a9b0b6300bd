import type { Service } from "@/api/configs";
import { mount } from "@/app/mount";
import { useUrlState } from "@/lib/use-url-state";
import ConfigurationCard from "@/shared/marketplace/configuration-form";
import { type EndpointChoice, MARKETPLACES, managementLabel, SERVICES } from "@/shared/marketplace/service";
import { Tabs } from "@/ui/tabs";

type GerenciarApisProps = {
  choices: Record<Service, EndpointChoice>;
  /** Whose configurations they are, where not one's own. */
  person?: { id: number; fullName: string } | null;
};

/** 'Gerenciar APIs': 'Tabs for the marketplace API and the account-market API'. */
export function GerenciarApisScreen({ choices, person }: GerenciarApisProps) {
  const [tab, setTab] = useUrlState("api", "gameboost");
  return (
    <Tabs
      label="API"
      value={tab}
      onChange={setTab}
      tabs={SERVICES.map((service) => ({
        value: service,
        label: MARKETPLACES[service].name,
        content: <ServiceTab key={service} service={service} choice={choices[service]} person={person} />,
      }))}
    />
  );
}

type ServiceTabProps = { service: Service; choice: EndpointChoice; person: GerenciarApisProps["person"] };

function ServiceTab({ service, choice, person }: ServiceTabProps) {
  return (
    <div className="max-w-3xl">
      <ConfigurationCard
        title={`API ${MARKETPLACES[service].name}${person ? ` de ${person.fullName}` : ""}`}
        userId={person?.id}
        service={service}
        choice={choice}
        words={managementLabel(service)}
      />
    </div>
  );
}

mount("gerenciar-apis", GerenciarApisScreen);
