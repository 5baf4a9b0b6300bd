import { ActivityCard } from "@/features/integrations/activity-card";
import { BudgetCard } from "@/features/integrations/budget-card";
import { FigureCards } from "@/features/integrations/figure-cards";

/** The integration dashboard (document 2 §2.1). */
export function IntegrationsScreen() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <FigureCards />
      <BudgetCard />
      <ActivityCard />
    </div>
  );
}
