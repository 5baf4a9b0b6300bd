import { listQuery } from "@/api/client";
import type { Earning } from "@/api/earnings";
import { date, money } from "@/lib/format";
import type { DialogOpening } from "@/lib/lazy";
import { earningLabel, paidAt } from "@/shared/earnings/earning";
import { usePages } from "@/shared/lists/paged-card";
import { Badge } from "@/ui/badge";
import { EmptyState } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { type Column, column, PagedTable } from "@/ui/table";

const PAGE = 20;

const COLUMNS: Column<Earning>[] = [
  column("Descrição", ({ description }) => description),
  column("Status", { phone: "bare" }, ({ status }) => <Badge {...earningLabel(status)} />),
  column("Criado", { align: "end" }, ({ createdAt }) => date(createdAt)),
  column("Saldo removido", { align: "end" }, (earning) => {
    const at = paidAt(earning);
    return at === null ? "—" : date(at);
  }),
  column("Valor", { align: "end", phone: "side", className: "font-medium" }, ({ amount }) => money(amount)),
];

/** Dialog 'Todos os Ganhos', read when it opens, a page at a time. */
export default function AllEarningsDialog({ userId, ...dialog }: DialogOpening & { userId: number }) {
  return (
    <Dialog {...dialog} title="Todos os Ganhos" size="lg" reading>
      <div className="card overflow-hidden">
        <PagedTable
          caption="Todos os Ganhos"
          {...usePages((query) => listQuery("/api/earnings/{user_id}", { path: { user_id: userId }, query }), PAGE)}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          empty={<EmptyState title="Nenhum ganho encontrado" icon="wallet" />}
        />
      </div>
    </Dialog>
  );
}
