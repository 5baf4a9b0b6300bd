import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serviceName } from "@/features/marketplace/service";
import { ACTIVITIES_PAGE, type Activity, activitiesQuery } from "@/features/profile/activities";
import { dateTime, integer } from "@/lib/format";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Pagination } from "@/ui/pagination";
import { Status } from "@/ui/status";
import { type Column, Table } from "@/ui/table";

const COLUMNS: Column<Activity>[] = [
  { key: "service", header: "API", cell: ({ service }) => serviceName(service) },
  { key: "endpoint", header: "Endpoint", cell: (activity) => <Endpoint {...activity} /> },
  {
    key: "status",
    header: "Status",
    cell: ({ status, success }) => <Status tone={success ? "good" : "bad"}>{status}</Status>,
  },
  { key: "time", header: "Horário", cell: ({ timestamp }) => dateTime(timestamp), align: "end" },
  { key: "took", header: "Tempo", cell: ({ responseTime }) => `${integer(responseTime)} ms`, align: "end" },
];

/** One's own calls to the marketplaces ('Atividade (Logs)'). */
export function ActivitiesCard({ userId }: { userId: number }) {
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery({
    ...activitiesQuery(userId, offset),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Registro de atividades" description="Suas chamadas às APIs dos marketplaces." padded={false}>
      <Table
        caption="Registro de atividades"
        columns={COLUMNS}
        rows={data?.rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState
            icon="runs"
            title="Nenhuma atividade encontrada"
            description="Criar contas e testar a conexão deixam registros aqui."
          />
        }
      />
      <Pagination offset={offset} limit={ACTIVITIES_PAGE} total={data?.total ?? 0} onChange={setOffset} />
    </Card>
  );
}

function Endpoint({ method, endpoint }: Activity) {
  return (
    <code className="font-mono text-sm wrap-anywhere">
      {method} {endpoint}
    </code>
  );
}
