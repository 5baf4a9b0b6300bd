import { earningKeys, payoutsQuery, type Receipt, receiptHref, undoPayout } from "@/api/earnings";
import { currentUser } from "@/lib/app-context";
import { dateTime, money } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { PagedCard, usePages } from "@/shared/lists/paged-card";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Button, DownloadLink } from "@/ui/button";
import { EmptyState } from "@/ui/states";
import { actionsColumn, type Column, column } from "@/ui/table";

const ReasonDialog = lazy(() => import("@/ui/reason-dialog"));

const PAYOUTS = 5;

/** What was paid, each with its receipt; admins can undo it. */
export function Payouts({ person }: { person: PersonChoice }) {
  const undoing = useOpening<Receipt>();
  const isAdmin = currentUser().role === "admin";
  return (
    <>
      <PagedCard
        title="Pagamentos"
        {...usePages((offset) => payoutsQuery(person.id, PAYOUTS, offset))}
        limit={PAYOUTS}
        columns={payoutColumns(isAdmin ? undoing.show : undefined)}
        empty={<EmptyState title="Nenhum pagamento ainda" icon="wallet" />}
      />
      {undoing.dialog(ReasonDialog, ({ id, amount }) => ({
        title: `Desfazer pagamento ${id}`,
        description: `${money(amount)} voltam ao saldo pendente de ${nameOf(person)} como um ganho novo. O pagamento continua no histórico, marcado como desfeito.`,
        submitLabel: "Desfazer pagamento",
        hint: `${nameOf(person)} é avisado e vê este motivo.`,
        send: (reason) => undoPayout(id, reason),
        done: `${money(amount)} voltaram ao saldo pendente de ${nameOf(person)}.`,
        invalidates: [{ queryKey: earningKeys.all }],
      }))}
    </>
  );
}

function payoutColumns(onUndo: ((payout: Receipt) => void) | undefined): Column<Receipt>[] {
  return [
    column("Pagamento", ({ id, by, undone }) => (
      <span>
        Pagamento {id}
        {by && <span className="text-muted"> · por {nameOf(by)}</span>}{" "}
        {undone && <Badge tone="neutral">Desfeito</Badge>}
      </span>
    )),
    column("Data", { phone: "bare" }, ({ createdAt }) => dateTime(createdAt)),
    column("Valor", { align: "end", phone: "side", className: "font-medium" }, ({ amount }) => money(amount)),
    actionsColumn((payout) => (
      <span className="flex justify-end gap-2">
        {onUndo && !payout.undone && (
          <Button size="sm" icon="undo" onClick={() => onUndo(payout)}>
            Desfazer
          </Button>
        )}
        <DownloadLink size="sm" href={receiptHref(payout.id)}>
          Recibo
        </DownloadLink>
      </span>
    )),
  ];
}
