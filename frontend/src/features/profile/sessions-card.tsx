import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deviceWords } from "@/features/profile/devices";
import {
  endOtherSessions,
  isAboutSessions,
  SESSIONS_PAGE,
  type Session,
  sessionsQuery,
} from "@/features/profile/sessions";
import { dateTime } from "@/lib/format";
import { toast } from "@/lib/toast";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { EmptyState } from "@/ui/empty-state";
import { Pagination } from "@/ui/pagination";
import { type Column, Table } from "@/ui/table";

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
  const { data, error, refetch } = useQuery({ ...sessionsQuery(offset), placeholderData: keepPreviousData });
  const { mutateAsync: endOthers } = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: ({ ended }) => {
      setOffset(0);
      toast.success(endedWords(ended));
    },
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => isAboutSessions(userId, queryKey) }),
  });
  const total = data?.total ?? 0;
  return (
    <Card
      title="Sessões"
      description="Onde sua conta está aberta agora."
      padded={false}
      actions={
        <Button disabled={total < 2} onClick={() => setAsking(true)}>
          Encerrar as outras
        </Button>
      }
    >
      <Table
        caption="Sessões"
        columns={COLUMNS}
        rows={data?.rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={refetch}
        expectedRows={2}
        empty={<EmptyState icon="monitor" title="Nenhuma sessão encontrada" />}
      />
      <Pagination offset={offset} limit={SESSIONS_PAGE} total={total} onChange={setOffset} />
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
      {deviceWords(browser)} {isCurrent && <Badge tone="good">Esta sessão</Badge>}
    </span>
  );
}

function endedWords(ended: number): string {
  return ended === 1 ? "1 sessão encerrada" : `${ended} sessões encerradas`;
}
