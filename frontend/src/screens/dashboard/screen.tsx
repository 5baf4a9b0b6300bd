import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { useUrlState } from "@/lib/use-url-state";
import { AllEarnings } from "@/screens/dashboard/all-earnings";
import { Greeting } from "@/screens/dashboard/greeting";
import { QuickActions } from "@/screens/dashboard/quick-actions";
import { RecentEarnings } from "@/screens/dashboard/recent-earnings";
import { RecentTasks } from "@/screens/dashboard/recent-tasks";
import { SummaryCards } from "@/screens/dashboard/summary-cards";
import { FirstHint } from "@/ui/first-hint";

/** The first screen of both roles. */
export function DashboardScreen() {
  const user = currentUser();
  const [open, setOpen] = useUrlState("ganhos", "");
  return (
    <>
      <Greeting user={user} />
      <div className="grid gap-5">
        <FirstHint />
        <SummaryCards userId={user.id} />
        <QuickActions />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <RecentTasks userId={user.id} />
          <RecentEarnings userId={user.id} onShowAll={() => setOpen("todos")} />
        </div>
      </div>
      <AllEarnings userId={user.id} open={open !== ""} onClose={() => setOpen("")} />
    </>
  );
}

mount("dashboard", DashboardScreen);
