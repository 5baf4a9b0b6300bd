import { useQuery } from "@tanstack/react-query";
import { type LoyaltyRecord, loyaltyQuery } from "@/api/loyalty";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { relative } from "@/lib/format";
import { History } from "@/screens/loyalty-points/history";
import { Levels } from "@/screens/loyalty-points/levels";
import { bonusLabel, MAX_POINTS, tierLabel } from "@/shared/loyalty/loyalty";
import { Progress } from "@/ui/progress";
import { QueryResult } from "@/ui/query-result";
import { Skeleton } from "@/ui/skeleton";
import { StatCard } from "@/ui/stat-card";
import { StatGrid } from "@/ui/stat-grid";

/** 'Pontos de Lealdade' of an employee. */
export function LoyaltyPointsScreen() {
  const { id } = currentUser();
  return (
    <QueryResult
      query={useQuery(loyaltyQuery(id))}
      failed="Erro ao carregar pontos de lealdade"
      framed
      fallback={<Loading />}
    >
      {(loyalty) => <Content loyalty={loyalty} userId={id} />}
    </QueryResult>
  );
}

function Content({ loyalty, userId }: { loyalty: LoyaltyRecord; userId: number }) {
  const tier = tierLabel(loyalty.tier);
  return (
    <div className="grid grid-cols-1 gap-5">
      <StatGrid>
        <StatCard
          label="Pontos Atuais"
          icon="star"
          value={`${loyalty.currentPoints}/${MAX_POINTS}`}
          detail={<Progress className="mt-2" label="Pontos Atuais" value={loyalty.currentPoints} max={MAX_POINTS} />}
        />
        <StatCard
          label="Nível Atual"
          icon="trend"
          value={tier.label}
          tone={tier.tone}
          detail={`Atualizado ${relative(loyalty.updatedAt)}`}
        />
        <StatCard
          label="Bônus de Lucro"
          icon="wallet"
          value={bonusLabel(loyalty.bonusPercentage)}
          detail="Sobre tarefas e contas criadas"
        />
      </StatGrid>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Levels points={loyalty.currentPoints} />
        <History userId={userId} />
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <p role="status" className="text-muted">
        Carregando pontos de lealdade...
      </p>
      <Skeleton className="h-27" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}

mount("loyalty-points", LoyaltyPointsScreen);
