import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { payoutsQuery, type Receipt, receiptHref } from "@/api/earnings";
import { currentUser } from "@/lib/app-context";
import { dateTime, money } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Icon } from "@/ui/icon";
import { EmptyState } from "@/ui/states";
import { actionsColumn, type Column, PagedTable } from "@/ui/table";

const UndoDialog = lazy(() => import("@/screens/earnings/undo-dialog"));

const PAYOUTS = 5;

/** What was paid, each with its receipt; admins can undo it. */
export function Payouts({ person }: { person: PersonChoice }) {
  const [offset, setOffset] = useState(0);
  const payouts = useQuery({ ...payoutsQuery(person.id, PAYOUTS, offset), placeholderData: keepPreviousData });
  const undoing = useOpening<Receipt>();
  const isAdmin = currentUser().role === "admin";
  return (
    <>
      <Card title="Pagamentos" padded={false}>
        <PagedTable
          caption="Pagamentos"
          query={payouts}
          offset={offset}
          limit={PAYOUTS}
          onOffset={setOffset}
          rowKey={({ id }) => id}
          columns={payoutColumns(isAdmin ? undoing.show : undefined)}
          empty={<EmptyState title="Nenhum pagamento ainda" icon="wallet" />}
        />
      </Card>
      {undoing.dialog(UndoDialog, (payout) => ({ payout, person }))}
    </>
  );
}

function payoutColumns(onUndo: ((payout: Receipt) => void) | undefined): Column<Receipt>[] {
  return [
    {
      key: "payout",
      header: "Pagamento",
      cell: ({ id, by, undone }) => (
        <span>
          Pagamento {id}
          {by && <span className="text-muted"> · por {nameOf(by)}</span>}{" "}
          {undone && <Badge tone="neutral">Desfeito</Badge>}
        </span>
      ),
    },
    { key: "created", header: "Data", phone: "bare", cell: ({ createdAt }) => dateTime(createdAt) },
    {
      key: "amount",
      header: "Valor",
      align: "end",
      phone: "side",
      className: "font-medium",
      cell: ({ amount }) => money(amount),
    },
    actionsColumn(({ undone, ...payout }) => (
      <span className="flex justify-end gap-2">
        {onUndo && !undone && (
          <Button size="sm" icon="undo" onClick={() => onUndo({ ...payout, undone })}>
            Desfazer
          </Button>
        )}
        <a className="btn btn-secondary btn-sm" href={receiptHref(payout.id)} download>
          <Icon name="download" />
          Recibo
        </a>
      </span>
    )),
  ];
}
