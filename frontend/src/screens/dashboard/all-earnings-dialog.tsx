import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Earning, earningsQuery } from "@/api/earnings";
import { date, money } from "@/lib/format";
import { earningLabel, paidAt } from "@/shared/earnings/earning";
import { Badge } from "@/ui/badge";
import { Dialog } from "@/ui/dialog";
import { EmptyState } from "@/ui/states";
import { type Column, PagedTable } from "@/ui/table";

const PAGE = 20;

const COLUMNS: Column<Earning>[] = [
  { key: "description", header: "Descrição", cell: ({ description }) => description },
  { key: "status", header: "Status", cell: ({ status }) => <Badge {...earningLabel(status)} /> },
  { key: "created", header: "Criado", cell: ({ createdAt }) => date(createdAt), align: "end" },
  { key: "removed", header: "Saldo removido", cell: (earning) => removed(earning), align: "end" },
  { key: "amount", header: "Valor", cell: ({ amount }) => money(amount), align: "end", className: "font-medium" },
];

function removed(earning: Earning): string {
  const at = paidAt(earning);
  return at === null ? "—" : date(at);
}

/** Dialog 'Todos os Ganhos', read when it opens, a page at a time. */
export default function AllEarningsDialog({
  userId,
  open,
  onClose,
}: {
  userId: number;
  open: boolean;
  onClose: () => void;
}) {
  const [offset, setOffset] = useState(0);
  const earnings = useQuery({
    ...earningsQuery(userId, offset, PAGE),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog open={open} onClose={onClose} title="Todos os Ganhos" size="lg" reading>
      <div className="card overflow-hidden">
        <PagedTable
          caption="Todos os Ganhos"
          query={earnings}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          offset={offset}
          limit={PAGE}
          onOffset={setOffset}
          empty={<EmptyState title="Nenhum ganho encontrado" icon="wallet" />}
        />
      </div>
    </Dialog>
  );
}
