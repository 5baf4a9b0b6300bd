import { IntegrationsScreen } from "@/features/integrations/integrations-screen";
import { mount } from "@/lib/mount";

mount("integrations", IntegrationsScreen);
