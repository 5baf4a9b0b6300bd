import { useQuery } from "@tanstack/react-query";
import { type Me, meQuery } from "@/features/profile/me";
import { useNow } from "@/features/profile/use-now";
import { POLL_ONLINE_MS } from "@/lib/constants";
import { dateTime, lastLogin } from "@/lib/format";
import { StatCard } from "@/ui/stat-card";
import { StatGrid } from "@/ui/stat-grid";
import { Status } from "@/ui/status";

/** 'last login, account creation date, Online/Offline, current time' (document 1 §2 'Profile'). */
export function AccessCard({ me }: { me: Me }) {
  const { data: seen = me } = useQuery({ ...meQuery(), refetchInterval: POLL_ONLINE_MS });
  return (
    <StatGrid>
      <StatCard label="Último login" icon="key" value={lastLogin(me.lastLogin)} />
      <StatCard label="Conta criada em" icon="calendar" value={dateTime(me.createdAt)} />
      <StatCard
        label="Status"
        icon="user"
        value={seen.isOnline ? <Status tone="good">Online</Status> : <Status>Offline</Status>}
      />
      <StatCard label="Hora atual" icon="clock" value={<Clock />} />
    </StatGrid>
  );
}

function Clock() {
  const now = useNow().toISOString();
  return <time dateTime={now}>{dateTime(now)}</time>;
}
