import { mount } from "@/app/mount";
import { lazy } from "@/lib/lazy";
import { useTabState } from "@/lib/use-url-state";
import { ActivityCard } from "@/screens/integrations/activity-card";
import { BudgetCard } from "@/screens/integrations/budget-card";
import { FigureCards } from "@/screens/integrations/figure-cards";
import { Tabs } from "@/ui/tabs";

const ChangesTab = lazy(() => import("@/screens/integrations/changes-tab"));
const TemplatesTab = lazy(() => import("@/screens/integrations/templates-tab"));

/** The integration dashboard, and what the marketplaces changed meanwhile. */
export function IntegrationsScreen() {
  const [tab, open] = useTabState("aba", "atividade");
  return (
    <div className="grid grid-cols-1 gap-5">
      <FigureCards />
      <BudgetCard />
      <Tabs
        label="Integrações"
        value={tab}
        onChange={open}
        tabs={[
          { value: "atividade", label: "Atividade", content: <ActivityCard /> },
          { value: "mudancas", label: "Mudanças em anúncios", content: <ChangesTab /> },
          { value: "modelos", label: "Modelos dos jogos", content: <TemplatesTab /> },
        ]}
      />
    </div>
  );
}

mount("integrations", IntegrationsScreen);
