import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { endOtherSessions, invalidateSessions, SESSIONS_PAGE, type Session, sessionsQuery } from "@/api/people";
import { deviceLabel } from "@/lib/devices";
import { counted, dateTime } from "@/lib/format";
import { toast } from "@/lib/toast";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { EmptyState } from "@/ui/empty-state";
import { PagedTable } from "@/ui/paged-table";
import type { Column } from "@/ui/table";

const COLUMNS: Column<Session>[] = [
  { key: "browser", header: "Navegador", cell: (session) => <Browser {...session} /> },
  { key: "address", header: "Endereço IP", cell: ({ address }) => address ?? "—", className: "tabular-nums" },
  { key: "since", header: "Desde", cell: ({ createdAt }) => dateTime(createdAt), align: "end" },
];

/** Where one is signed in, and 'encerrar as outras'. */
export function SessionsCard({ userId }: { userId: number }) {
  const client = useQueryClient();
  const [offset, setOffset] = useState(0);
  const [asking, setAsking] = useState(false);
  const sessions = useQuery({ ...sessionsQuery(offset), placeholderData: keepPreviousData });
  const { mutateAsync: endOthers } = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: ({ ended }) => {
      setOffset(0);
      toast.success(counted(ended, "sessão encerrada", "sessões encerradas"));
    },
    onSettled: () => invalidateSessions(client, userId),
  });
  return (
    <Card
      title="Sessões"
      description="Onde sua conta está aberta agora."
      padded={false}
      actions={
        <Button disabled={(sessions.data?.total ?? 0) < 2} onClick={() => setAsking(true)}>
          Encerrar as outras
        </Button>
      }
    >
      <PagedTable
        caption="Sessões"
        query={sessions}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        offset={offset}
        limit={SESSIONS_PAGE}
        onOffset={setOffset}
        expectedRows={2}
        empty={<EmptyState icon="monitor" title="Nenhuma sessão encontrada" />}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Encerrar as outras sessões?"
        description="Quem estiver usando sua conta em outro navegador terá de entrar de novo. Esta sessão continua."
        confirmLabel="Encerrar as outras"
        destructive
        onConfirm={() => endOthers()}
      />
    </Card>
  );
}

function Browser({ browser, isCurrent }: Session) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2" title={browser}>
      {deviceLabel(browser)} {isCurrent && <Badge tone="good">Esta sessão</Badge>}
    </span>
  );
}
