import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { type Activity, activitiesQuery } from "@/api/marketplace";
import { type Me, meQuery } from "@/api/people";
import { POLL_ONLINE_MS } from "@/lib/constants";
import { dateTime, integer, lastLogin } from "@/lib/format";
import { SessionsCard } from "@/screens/profile/sessions-card";
import { TrailCard } from "@/screens/profile/trail-card";
import { type LastAccess, VisibilityCard } from "@/screens/profile/visibility-card";
import { CallStatus, Endpoint } from "@/shared/marketplace/activity";
import { serviceName } from "@/shared/marketplace/service";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Icon, type IconName } from "@/ui/icon";
import { PagedTable } from "@/ui/paged-table";
import { Status } from "@/ui/status";
import type { Column } from "@/ui/table";

/** 'Atividade (Logs)', and what is known of oneself. */
export default function ActivityTab({ me, access }: { me: Me; access: LastAccess }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <AccessCard me={me} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5">
          <SessionsCard userId={me.id} />
          <TrailCard me={me} />
          <ActivitiesCard userId={me.id} />
        </div>
        <VisibilityCard userId={me.id} access={access} />
      </div>
    </div>
  );
}

/** 'activities default limit 10'. */
const LIMIT = 10;

const COLUMNS: Column<Activity>[] = [
  { key: "service", header: "API", cell: ({ service }) => serviceName(service) },
  { key: "endpoint", header: "Endpoint", cell: (activity) => <Endpoint {...activity} /> },
  { key: "status", header: "Status", cell: (activity) => <CallStatus {...activity} /> },
  { key: "time", header: "Horário", cell: ({ timestamp }) => dateTime(timestamp), align: "end" },
  { key: "took", header: "Tempo", cell: ({ responseTime }) => `${integer(responseTime)} ms`, align: "end" },
];

/** One's own calls to the marketplaces ('Atividade (Logs)'). */
function ActivitiesCard({ userId }: { userId: number }) {
  const [offset, setOffset] = useState(0);
  const activities = useQuery({
    ...activitiesQuery({ userId, limit: LIMIT, offset }),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Registro de atividades" description="Suas chamadas às APIs dos marketplaces." padded={false}>
      <PagedTable
        caption="Registro de atividades"
        query={activities}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        offset={offset}
        limit={LIMIT}
        onOffset={setOffset}
        empty={
          <EmptyState
            icon="runs"
            title="Nenhuma atividade encontrada"
            description="Criar contas e testar a conexão deixam registros aqui."
          />
        }
      />
    </Card>
  );
}

/** 'last login, account creation date, Online/Offline, current time'. */
function AccessCard({ me }: { me: Me }) {
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

const SECOND_MS = 1000;

/** The present, every second. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
