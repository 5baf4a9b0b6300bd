import { useQuery } from "@tanstack/react-query";
import { pendingEarningsQuery } from "@/api/earnings";
import { date, money } from "@/lib/format";
import { paidAt, RECENT, RecentList } from "@/screens/dashboard/recent-list";
import { earningWords } from "@/shared/earnings/earning";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";

/** 'Ganhos Recentes: first 3 pending earnings'. */
export function RecentEarnings({ userId, onShowAll }: { userId: number; onShowAll: () => void }) {
  const pending = useQuery(pendingEarningsQuery(userId, RECENT));
  return (
    <RecentList
      title="Ganhos Recentes"
      actions={
        <Button size="sm" onClick={onShowAll}>
          Ver todos
        </Button>
      }
      empty="Nenhum ganho encontrado"
      emptyIcon="wallet"
      query={pending}
      rows={({ earnings }) => earnings}
      rowKey={({ id }) => id}
    >
      {(earning) => {
        const { label, tone } = earningWords(earning.status);
        const paid = paidAt(earning);
        return (
          <>
            <div className="min-w-0">
              <p className="line-clamp-2 font-medium">{earning.description}</p>
              <p className="text-sm text-muted tabular-nums">
                {date(earning.createdAt)}
                {paid && ` · Transferido ${date(paid)}`}
              </p>
            </div>
            <div className="flex flex-none items-center gap-x-3 max-sm:flex-col-reverse max-sm:items-end">
              <Badge tone={tone}>{label}</Badge>
              <span className="min-w-20 text-end font-medium tabular-nums">{money(earning.amount)}</span>
            </div>
          </>
        );
      }}
    </RecentList>
  );
}
