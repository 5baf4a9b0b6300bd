import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Activity } from "@/api/marketplace";
import { activitiesQuery } from "@/api/marketplace";
import { dateTime, integer } from "@/lib/format";
import { CallStatus, Endpoint } from "@/shared/marketplace/activity";
import { serviceName } from "@/shared/marketplace/service";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PagedTable } from "@/ui/paged-table";
import type { Column } from "@/ui/table";

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
export function ActivitiesCard({ userId }: { userId: number }) {
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
