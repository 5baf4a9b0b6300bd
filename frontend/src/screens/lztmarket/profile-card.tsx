import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { integer } from "@/lib/format";
import { type Profile, priceWords, profileQuery } from "@/screens/lztmarket/lot";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";
import { StatCard } from "@/ui/stat-card";
import { StatGrid } from "@/ui/stat-grid";

/** 'own profile': whose key it is, and the balance. */
export function ProfileCard() {
  const profile = useQuery(profileQuery());
  if (profile.isError && !profile.data) {
    return (
      <div className="card">
        <ErrorState
          title="Não foi possível ler o perfil no LZT Market."
          error={profile.error}
          onRetry={profile.refetch}
        />
      </div>
    );
  }
  const figure = (show: (user: Profile) => ReactNode) =>
    profile.data ? show(profile.data.user) : <Skeleton className="h-6.5 w-20 xl:h-8" />;
  const count = (value: number | undefined) => (value === undefined ? "—" : integer(value));
  return (
    <StatGrid>
      <StatCard
        label="Conta"
        icon="user"
        value={figure(({ username }) => (
          <span className="text-lg" title={username}>
            {username}
          </span>
        ))}
      />
      <StatCard label="Saldo" icon="wallet" value={figure(({ balance, currency }) => priceWords(balance, currency))} />
      <StatCard
        label="Em espera"
        icon="clock"
        value={figure(({ hold, currency }) => (hold === undefined ? "—" : priceWords(hold, currency)))}
      />
      <StatCard label="À venda" icon="store" value={figure(({ active_items_count }) => count(active_items_count))} />
      <StatCard
        label="Vendidas"
        icon="circle-check"
        value={figure(({ sold_items_count }) => count(sold_items_count))}
      />
    </StatGrid>
  );
}
