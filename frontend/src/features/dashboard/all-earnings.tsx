import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Earning, earningsQuery, earningWords, paidAt } from "@/features/dashboard/earnings";
import { date, money } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Dialog } from "@/ui/dialog";
import { EmptyState } from "@/ui/empty-state";
import { Pagination } from "@/ui/pagination";
import { type Column, Table } from "@/ui/table";

const PAGE = 20;

const COLUMNS: Column<Earning>[] = [
  { key: "description", header: "Descrição", cell: ({ description }) => description },
  {
    key: "status",
    header: "Status",
    cell: (earning) => <Badge tone={earningWords(earning).tone}>{earningWords(earning).label}</Badge>,
  },
  { key: "created", header: "Criado", cell: ({ createdAt }) => date(createdAt), align: "end" },
  { key: "removed", header: "Saldo removido", cell: (earning) => removed(earning), align: "end" },
  { key: "amount", header: "Valor", cell: ({ amount }) => money(amount), align: "end", className: "font-medium" },
];

/** 'Saldo removido date for paid ones whose update time differs' (document 1 §2 'Dashboard'). */
function removed(earning: Earning): string {
  const at = paidAt(earning);
  return at === null ? "—" : date(at);
}

/** Dialog 'Todos os Ganhos', read when it opens, a page at a time. */
export function AllEarnings({ userId, open, onClose }: { userId: number; open: boolean; onClose: () => void }) {
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery({
    ...earningsQuery(userId, offset, PAGE),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog open={open} onClose={onClose} title="Todos os Ganhos" size="lg">
      <div className="card overflow-hidden">
        <Table
          caption="Todos os Ganhos"
          columns={COLUMNS}
          rows={data?.rows}
          rowKey={({ id }) => id}
          error={error}
          onRetry={refetch}
          empty={<EmptyState title="Nenhum ganho encontrado" icon="wallet" />}
        />
        <Pagination offset={offset} limit={PAGE} total={data?.total ?? 0} onChange={setOffset} />
      </div>
    </Dialog>
  );
}
