import { listQuery } from "@/api/client";
import type { Credit, EarningGroup } from "@/api/earnings";
import { date, dateTime, money, plural } from "@/lib/format";
import { type DialogOpening, lazy, useOpening } from "@/lib/lazy";
import type { AddressValues } from "@/lib/use-url-state";
import { AmountButton, earningLabel } from "@/shared/earnings/earning";
import { usePages } from "@/shared/lists/paged-card";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { type Column, column, PagedTable, TwoLines } from "@/ui/table";

const EarningExplanationDialog = lazy(() => import("@/shared/earnings/explanation-dialog"));

const OF_PERSON = "/api/earnings/{user_id}/credits";
const CREDITS = 20;

type CreditsDialogProps = DialogOpening & { group: EarningGroup; person: PersonChoice; filters: AddressValues };

/** Each account of a run, with why it was paid. */
export default function CreditsDialog({ group, person, filters, ...dialog }: CreditsDialogProps) {
  const { sourceKind, groupId, title, amount, creditsCount } = group;
  const asked = { sourceKind, ...(groupId !== null && { groupId }), ...filters };
  const path = { user_id: person.id };
  const pages = usePages((page) => listQuery(OF_PERSON, { path, query: { ...asked, ...page } }), CREDITS);
  const why = useOpening<Credit>();
  return (
    <>
      <Dialog
        {...dialog}
        size="lg"
        title={title}
        description={`${money(amount)} em ${plural(creditsCount, "ganho", "ganhos")} de ${nameOf(person)}`}
        footer={<Button onClick={dialog.onClose}>Fechar</Button>}
      >
        <div className="card overflow-hidden">
          <PagedTable
            caption={title}
            {...pages}
            rowKey={({ id }) => id}
            columns={columns(why.show)}
            empty={<EmptyState title="Nenhum ganho encontrado" icon="wallet" />}
          />
        </div>
      </Dialog>
      {why.dialog(EarningExplanationDialog, (earning) => ({ earning: { ...earning, user: person } }))}
    </>
  );
}

function columns(onWhy: (credit: Credit) => void): Column<Credit>[] {
  return [
    column("Ganho", ({ description, createdAt, bonusAmount }) => (
      <TwoLines
        first={description}
        second={dateTime(createdAt) + (Number(bonusAmount) > 0 ? ` · bônus ${money(bonusAmount)}` : "")}
      />
    )),
    // One earning in two parts, where a transfer cut it.
    column("Situação", { phone: "bare" }, ({ parts }) => (
      <span className="grid justify-items-start gap-1">
        {parts.map(({ id, status, amount, paidAt }) => (
          <span key={id} className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
            <Badge {...earningLabel(status)} />
            {parts.length > 1 && money(amount)}
            {paidAt && ` em ${date(paidAt)}`}
          </span>
        ))}
      </span>
    )),
    column("Valor", { align: "end", phone: "side" }, (credit) => (
      <AmountButton {...credit} onPress={() => onWhy(credit)} />
    )),
  ];
}
