import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Me, meQuery } from "@/api/people";
import { POLL_ONLINE_MS } from "@/lib/constants";
import { dateTime, lastLogin } from "@/lib/format";
import { useNow } from "@/screens/profile/use-now";
import { Icon, type IconName } from "@/ui/icon";
import { Status } from "@/ui/status";

/** 'last login, account creation date, Online/Offline, current time'. */
export function AccessCard({ me }: { me: Me }) {
  const { data: seen = me } = useQuery({ ...meQuery(), refetchInterval: POLL_ONLINE_MS });
  return (
    <dl className="stat-grid">
      <Fact icon="key" label="Último login">
        {lastLogin(me.lastLogin)}
      </Fact>
      <Fact icon="calendar" label="Conta criada em">
        {dateTime(me.createdAt)}
      </Fact>
      <Fact icon="user" label="Status">
        {seen.isOnline ? <Status tone="good">Online</Status> : <Status>Offline</Status>}
      </Fact>
      <Fact icon="clock" label="Hora atual">
        <Clock />
      </Fact>
    </dl>
  );
}

function Fact({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm text-muted">
        <Icon name={icon} />
        {label}
      </dt>
      <dd className="mt-1 text-lg font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function Clock() {
  const now = useNow().toISOString();
  return <time dateTime={now}>{dateTime(now)}</time>;
}
