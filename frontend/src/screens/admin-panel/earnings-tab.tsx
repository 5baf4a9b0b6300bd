import { listQuery } from "@/api/client";
import type { Earning } from "@/api/earnings";
import { POLL_EARNINGS_MS } from "@/lib/constants";
import { date, integer, money } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { AmountButton, earningLabel } from "@/shared/earnings/earning";
import { ListCard, useList } from "@/shared/lists/list-card";
import { PersonName } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { type Column, column } from "@/ui/table";

const BalanceDialog = lazy(() => import("@/screens/admin-panel/money-dialogs"), "BalanceDialog");
const EarningExplanationDialog = lazy(() => import("@/shared/earnings/explanation-dialog"));

const STATUSES = ["pending", "paid"].map((value) => ({ value, label: earningLabel(value).label }));
const ORDERS = [
  { value: "-createdAt", label: "Mais recentes" },
  { value: "createdAt", label: "Mais antigos" },
  { value: "-amount", label: "Maior valor" },
  { value: "amount", label: "Menor valor" },
  { value: "user", label: "Funcionário" },
  { value: "-paidAt", label: "Transferidos por último" },
];

export default function EarningsTab() {
  const earnings = useList((query) => listQuery("/api/earnings/all", { query }), {
    filters: [{ name: "status", label: "Situação", all: "Todas as situações", options: STATUSES }],
    orders: ORDERS,
    poll: POLL_EARNINGS_MS,
  });
  const adding = useOpening<null>();
  const why = useOpening<Earning>();
  return (
    <>
      <ListCard
        title="Ganhos"
        actions={
          <Button variant="primary" icon="plus" onClick={() => adding.show(null)}>
            Adicionar Saldo
          </Button>
        }
        list={earnings}
        rowKey={({ id }) => id}
        columns={columns(why.show)}
        searchLabel="Buscar ganho ou funcionário"
        empty={{ icon: "wallet", title: "Nenhum ganho encontrado" }}
      />
      {adding.dialog(BalanceDialog, () => ({}))}
      {why.dialog(EarningExplanationDialog, (earning) => ({ earning }))}
    </>
  );
}

function columns(onWhy: (earning: Earning) => void): Column<Earning>[] {
  return [
    column("Funcionário", ({ user }) => <PersonName {...user} />),
    column("Descrição", { phone: "fill" }, ({ description }) => (
      <span className="sm:line-clamp-2 min-w-36 max-w-80">{description}</span>
    )),
    column("Contas", { align: "end", phone: "hidden" }, ({ accountsCount }) => integer(accountsCount)),
    column("Valor", { align: "end", phone: "side" }, (earning) => (
      <span className="block">
        <AmountButton {...earning} onPress={() => onWhy(earning)} />
        {Number(earning.bonusAmount) > 0 && (
          <span className="block whitespace-nowrap text-sm text-muted max-sm:hidden">
            bônus {money(earning.bonusAmount)}
          </span>
        )}
      </span>
    )),
    column("Situação", { phone: "bare" }, ({ status, paidAt }) => (
      <span className="block">
        <Badge {...earningLabel(status)} />
        {paidAt && <span className="block text-sm text-muted tabular-nums max-sm:hidden">em {date(paidAt)}</span>}
      </span>
    )),
    column("Criado", { phone: "bare" }, ({ createdAt }) => date(createdAt)),
  ];
}
