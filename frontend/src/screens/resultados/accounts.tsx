import { listQuery } from "@/api/client";
import type { AccountResult } from "@/api/results";
import { date, money } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { AGES, lossOf, NARROWING, Nothing, Opens, pick, STANDINGS, TwoFigures } from "@/screens/resultados/parts";
import { FilterField, type ListState, useServerList } from "@/shared/lists/list-card";
import { Badge } from "@/ui/badge";
import { optionsFrom } from "@/ui/fields";
import { type Column, column, PagedTable, TwoLines } from "@/ui/table";

const ChainDialog = lazy(() => import("@/screens/resultados/dialogs"), "ChainDialog");

/** The age only of what is in stock. */
const FILTERS = [
  { name: "standing", label: "Situação", all: "Todas as situações", options: optionsFrom(STANDINGS) },
  { name: "age", label: "Idade", all: "Qualquer idade", options: optionsFrom(AGES) },
];

/** The accounts that the figures are made of. */
export default function ResultAccounts({ state }: { state: ListState }) {
  const filters = pick(state.filters, [...NARROWING, "standing", "age"]);
  const accounts = useServerList((query) => listQuery("/api/results/accounts", { query }), { ...state, filters });
  const chain = useOpening<AccountResult>();
  // Another standing has no ages.
  const setFilter = (name: string, value: string) => state.setFilters({ age: "", [name]: value });
  return (
    <>
      <div className="flex flex-wrap gap-2 border-line border-b px-4 pb-3">
        {FILTERS.slice(0, filters.standing === "stock" ? 2 : 1).map((filter) => (
          <FilterField key={filter.name} {...filter} state={{ ...state, setFilter }} />
        ))}
      </div>
      <PagedTable
        caption="Contas"
        rowKey={({ id }) => id}
        query={accounts}
        columns={accountColumns(chain.show)}
        offset={state.offset}
        limit={state.limit}
        onOffset={state.setOffset}
        expectedRows={8}
        empty={<Nothing state={state} />}
      />
      {chain.dialog(ChainDialog, (account) => ({ account }))}
    </>
  );
}

function accountColumns(show: (account: AccountResult) => void): Column<AccountResult>[] {
  return [
    column("Conta", (account) => (
      <TwoLines
        first={
          <Opens onOpen={() => show(account)} says="Ver de onde vem">
            {account.title}
          </Opens>
        }
        second={[account.gameTitle, account.market, account.supplier].filter(Boolean).join(" · ")}
      />
    )),
    column("Situação", { phone: "bare" }, ({ standing, paidOn, soldOn, listedOn }) => (
      <span className="block">
        <Badge {...STANDINGS[standing]} />
        <span className="block text-sm text-muted max-sm:hidden">{date(paidOn ?? soldOn ?? listedOn)}</span>
      </span>
    )),
    column("Pessoa", { phone: "hidden" }, ({ by }) => by.fullName),
    column("Recebido", { align: "end", phone: "hidden" }, ({ paid, fined, refunded }) => (
      <TwoFigures first={money(paid)} second={lossOf(fined, refunded)} />
    )),
    column("Custo e ganho da equipe", { align: "end", phone: "hidden" }, ({ cost, pay }) => (
      <TwoFigures first={money(cost)} second={money(pay)} />
    )),
    column("Lucro", { align: "end", phone: "side" }, ({ profit }) => (
      <span className={Number(profit) < 0 ? "font-medium text-bad" : "font-medium"}>
        {profit === null ? "—" : money(profit)}
      </span>
    )),
  ];
}
