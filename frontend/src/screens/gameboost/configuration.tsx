import { ConfigurationCard } from "@/shared/marketplace/configuration-card";
import type { EndpointChoice } from "@/shared/marketplace/service";
import { GAMEBOOST_PAGE_WORDS } from "@/shared/marketplace/texts";

/** The loaded half of the screen: the configuration that it lists accounts with. */
export default function Configuration({ choice }: { choice: EndpointChoice }) {
  return (
    <ConfigurationCard title="Configuração da API" service="gameboost" choice={choice} words={GAMEBOOST_PAGE_WORDS} />
  );
}
