import "@/styles/charts.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { addressOf, listQuery, pathQuery } from "@/api/client";
import type { ResultGroup, Sums } from "@/api/results";
import { mount } from "@/app/mount";
import { integer, money, monthYear, numberFormat, plural } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { AGES, lossOf, NARROWING, Nothing, Opens, pick, TwoFigures } from "@/screens/resultados/parts";
import { Filters, type ListState, SearchBox, useListState, useServerList } from "@/shared/lists/list-card";
import { Alert } from "@/ui/announcement";
import { Button, PageActions } from "@/ui/button";
import { Card, QueryResult, Skeleton } from "@/ui/card";
import { Downloads } from "@/ui/downloads";
import type { Option } from "@/ui/fields";
import { StatCard, StatGrid } from "@/ui/stat-card";
import { type Column, column, PagedTable, TwoLines } from "@/ui/table";
import { Tabs } from "@/ui/tabs";
import { WhenNear } from "@/ui/when-near";

const Months = lazy(() => import("@/screens/resultados/months"));
const Accounts = lazy(() => import("@/screens/resultados/accounts"));
const RatesDialog = lazy(() => import("@/screens/resultados/dialogs"), "RatesDialog");

const ACCOUNTS = "account";
const GROUPS: Record<string, string> = {
  game: "Jogo",
  person: "Pessoa",
  supplier: "Fornecedor",
  market: "Marketplace",
  month: "Mês",
  [ACCOUNTS]: "Conta",
};
const BY = Object.keys(GROUPS);

const decimals = numberFormat({ maximumFractionDigits: 1 });
const percent = (value: number | null) => (value === null ? "—" : `${decimals(value)}%`);
const inDays = (value: number | null) =>
  value === null ? "—" : `${decimals(value)} dia${decimals(value) === "1" ? "" : "s"}`;

type Choices = Record<"games" | "markets" | "people" | "suppliers", Option[]>;

/** What accounts cost and brought in: each figure opens to its accounts, and an account to its chain. */
export function ResultsScreen({ services: markets, ...choices }: Omit<Choices, "markets"> & { services: Option[] }) {
  const state = useListState({ filters: [...NARROWING, "by", "standing", "age"] });
  const { search, filters } = state;
  const asked = clean({ search, ...pick(filters, NARROWING) });
  const overview = useQuery({ ...pathQuery("/api/results", { query: asked }), placeholderData: keepPreviousData });
  const rates = useOpening<null>();
  const open = (standing: string, age = "") => {
    state.setFilters({ by: ACCOUNTS, standing, age });
    document.getElementById("result-list")?.scrollIntoView({ block: "start" });
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageActions>
        <Button icon="settings" onClick={() => rates.show(null)}>
          Cotações
        </Button>
      </PageActions>
      <Narrowing state={state} markets={markets} {...choices} />
      <QueryResult query={overview} framed fallback={<Skeleton className="h-120" />}>
        {({ totals, months, stock }) => (
          <div className="contents" aria-busy={overview.isPlaceholderData}>
            <Figures totals={totals} open={open} />
            {totals.unvalued > 0 && (
              <Alert tone="warn">
                {plural(totals.unvalued, "conta está", "contas estão")} sem cotação e fora das somas.{" "}
                <Button size="sm" onClick={() => open("unvalued")}>
                  Ver contas
                </Button>
              </Alert>
            )}
            <div className="max-xl:contents xl:grid xl:grid-cols-3 xl:items-start xl:gap-5">
              <Card
                className="max-xl:order-last xl:col-span-2"
                title="Lucro por mês"
                description="Pelo dia em que o marketplace pagou"
              >
                <div className="min-h-55">
                  <WhenNear place={null}>
                    <Months months={months} total={totals.profit} />
                  </WhenNear>
                </div>
              </Card>
              <Card title="Estoque por idade" description="Contas não vendidas e o que custaram" padded={false}>
                <ul className="divide-y divide-line">
                  {stock.map(({ age, count, cost }) => (
                    <li key={age} className="flex items-baseline justify-between gap-4 px-4 py-2.5">
                      <Opens onOpen={() => open("stock", age)} says={`Ver contas: ${AGES[age]}`}>
                        {AGES[age]}
                      </Opens>
                      <span className="text-end tabular-nums">
                        {plural(count, "conta", "contas")} · {money(cost)}
                      </span>
                    </li>
                  ))}
                </ul>
              </Card>
            </div>
          </div>
        )}
      </QueryResult>
      <div id="result-list" className="scroll-mt-16">
        <Lists state={state} asked={asked} />
      </div>
      {rates.dialog(RatesDialog, () => ({}))}
    </div>
  );
}

function Narrowing({ state, games, markets, people, suppliers }: Choices & { state: ListState }) {
  return (
    <div className="card flex flex-wrap items-center gap-2 px-4 py-3">
      <div className="flex flex-1 sm:max-2xl:basis-full">
        <SearchBox label="Buscar título ou login" value={state.search} onChange={state.setSearch} />
      </div>
      <Filters
        state={state}
        chosen={NARROWING.filter((name) => state.filters[name]).length}
        filters={[
          { name: "start", label: "De" },
          { name: "end", label: "Até" },
          { name: "game", label: "Jogo", all: "Todos os jogos", options: games },
          { name: "person", label: "Pessoa", all: "Todas as pessoas", options: people },
          { name: "supplier", label: "Fornecedor", all: "Todos os fornecedores", options: suppliers },
          { name: "market", label: "Marketplace", all: "Todos os marketplaces", options: markets },
        ]}
      />
    </div>
  );
}

function Figures({ totals, open }: { totals: Sums; open: (standing: string) => void }) {
  const { accountsClosed, accountsReceivable, accountsStock } = totals;
  const openFigure = (standing: string, count: number, what: string, amount: ReactNode) => (
    <Opens onOpen={() => open(standing)} says={`${what}: ver ${plural(count, "conta", "contas")}`}>
      {amount}
    </Opens>
  );
  return (
    <StatGrid>
      <StatCard
        label="Lucro"
        icon="trend"
        tone={Number(totals.profit) < 0 ? "bad" : "neutral"}
        value={openFigure("closed", accountsClosed, "Lucro", money(totals.profit))}
        detail={plural(accountsClosed, "conta recebida", "contas recebidas")}
      />
      <StatCard
        label="Margem"
        icon="chart"
        value={openFigure("closed", accountsClosed, "Margem", percent(totals.margin))}
        detail={`de ${money(totals.paid)} recebidos`}
      />
      <StatCard
        label="A receber"
        icon="wallet"
        value={openFigure("receivable", accountsReceivable, "A receber", money(totals.receivable))}
        detail={plural(accountsReceivable, "conta vendida", "contas vendidas")}
      />
      <StatCard
        label="Em estoque, a custo"
        icon="inbox"
        value={openFigure("stock", accountsStock, "Em estoque", money(totals.stockCost))}
        detail={plural(accountsStock, "conta não vendida", "contas não vendidas")}
      />
      <StatCard
        label="Até a venda"
        icon="clock"
        value={openFigure("closed", accountsClosed, "Até a venda", inDays(totals.daysToSale))}
        detail="em média, desde o anúncio"
      />
    </StatGrid>
  );
}

function Lists({ state, asked }: { state: ListState; asked: Record<string, string> }) {
  const by = state.filters.by || "game";
  const exported = { ...asked, ...(by === ACCOUNTS && clean(pick(state.filters, ["standing", "age"]))) };
  const hrefOf = (format: "csv" | "xlsx") => addressOf(`/api/results/export.${format}`, { query: exported });
  return (
    <Card
      title="De onde vem"
      padded={false}
      actions={<Downloads of="Contas" formats={["csv", "xlsx"]} hrefOf={hrefOf} />}
    >
      <div className="px-4 pt-2">
        <Tabs
          label="Agrupar por"
          tabs={BY.map((value) => ({ value, label: GROUPS[value], content: null }))}
          value={by}
          onChange={(next) => state.setFilters({ by: next === "game" ? "" : next, standing: "", age: "" })}
        />
      </div>
      {by === ACCOUNTS ? (
        <Suspense fallback={<Skeleton className="h-120" />}>
          <Accounts state={state} />
        </Suspense>
      ) : (
        <Groups key={by} by={by} state={state} />
      )}
    </Card>
  );
}

function Groups({ by, state }: { by: string; state: ListState }) {
  const filters = pick(state.filters, [...NARROWING, "by"]);
  const groups = useServerList((query) => listQuery("/api/results/groups", { query }), { ...state, filters });
  const open = ({ key }: ResultGroup) => {
    const narrowed: Record<string, string> = by === "month" ? daysOf(key, state.filters) : { [by]: key };
    state.setFilters({ ...narrowed, by: ACCOUNTS, standing: "closed", age: "" });
  };
  return (
    <PagedTable
      rowKey={({ key }) => key}
      expectedRows={4}
      caption={`Resultados por ${GROUPS[by]}`}
      query={groups}
      columns={groupColumns(by, open)}
      offset={state.offset}
      limit={state.limit}
      onOffset={state.setOffset}
      empty={<Nothing state={state} />}
    />
  );
}

function groupColumns(by: string, open: (group: ResultGroup) => void): Column<ResultGroup>[] {
  const stock: Column<ResultGroup> = column(
    "Em estoque",
    { align: "end", phone: "hidden" },
    ({ accountsStock, stockCost }) => (
      <TwoFigures first={money(stockCost)} second={plural(accountsStock, "conta", "contas")} />
    ),
  );
  return [
    column(GROUPS[by] ?? "", (group) => (
      <TwoLines
        first={
          <Opens onOpen={() => open(group)} says="Ver contas recebidas">
            {by === "month" ? monthYear(group.key) : group.label}
          </Opens>
        }
        second={`${plural(group.accountsClosed, "conta recebida", "contas recebidas")}${
          group.unvalued ? ` · ${integer(group.unvalued)} sem cotação` : ""
        }`}
      />
    )),
    column("Lucro", { align: "end", phone: "side" }, ({ profit, margin }) => (
      <TwoFigures first={money(profit)} second={percent(margin)} isBad={Number(profit) < 0} />
    )),
    column("Recebido", { align: "end" }, ({ paid, fined, refunded }) => (
      <TwoFigures first={money(paid)} second={lossOf(fined, refunded)} />
    )),
    column("Custo e ganho da equipe", { align: "end", phone: "hidden" }, ({ cost, pay }) => (
      <TwoFigures first={money(cost)} second={money(pay)} />
    )),
    column("Até a venda", { align: "end", phone: "hidden" }, ({ daysToSale }) => inDays(daysToSale)),
    ...(by === "month" ? [] : [stock]),
  ];
}

/** Without those that are empty. */
const clean = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter(([, value]) => value));

/** Those of a month that the period asked for has. */
function daysOf(month: string, { start = "", end }: Record<string, string>) {
  const last = new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).toISOString().slice(0, 10);
  return { start: [start, `${month}-01`].sort()[1] as string, end: [end || last, last].sort()[0] as string };
}

mount("resultados", ResultsScreen);
