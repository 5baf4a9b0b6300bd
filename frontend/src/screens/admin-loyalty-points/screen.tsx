import { useQuery } from "@tanstack/react-query";
import { listQuery, pathQuery } from "@/api/client";
import type { LoyaltyRecord, Tier } from "@/api/loyalty";
import { mount } from "@/app/mount";
import { dateTime, integer } from "@/lib/format";
import { lazy, useOpening } from "@/lib/lazy";
import { ListCard, useList } from "@/shared/lists/list-card";
import { bonusLabel, MAX_POINTS, tierLabel } from "@/shared/loyalty/loyalty";
import { nameOf, PersonName } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Button, PageActions } from "@/ui/button";
import { Progress } from "@/ui/progress";
import { Figure, StatCard, StatGrid } from "@/ui/stat-card";
import { actionsColumn, type Column, column } from "@/ui/table";

const AdjustDialog = lazy(() => import("@/screens/admin-loyalty-points/dialogs"), "AdjustDialog");
const SettingsDialog = lazy(() => import("@/screens/admin-loyalty-points/dialogs"), "SettingsDialog");

const TIERS = ["excellent", "medium", "poor"].map((value) => ({ value, label: tierLabel(value).label }));
const ORDERS = [
  { value: "user", label: "Nome" },
  { value: "-points", label: "Mais pontos" },
  { value: "points", label: "Menos pontos" },
  { value: "-updatedAt", label: "Atualizados por último" },
];

export function AdminLoyaltyPointsScreen() {
  const records = useList((query) => listQuery("/api/loyalty-points", { query }), {
    filters: [{ name: "tier", label: "Nível", all: "Todos os níveis", options: TIERS }],
    orders: ORDERS,
  });
  const adjusting = useOpening<LoyaltyRecord>();
  const settings = useOpening<null>();
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageActions>
        <Button icon="settings" onClick={() => settings.show(null)}>
          Configurações
        </Button>
      </PageActions>
      <Counts />
      <ListCard
        title="Funcionários"
        list={records}
        rowKey={({ userId }) => userId}
        columns={columns(adjusting.show)}
        searchLabel="Buscar funcionário"
        empty={{ icon: "users", title: "Nenhum funcionário cadastrado" }}
      />
      {adjusting.dialog(AdjustDialog, (record) => ({ record }))}
      {settings.dialog(SettingsDialog, () => ({}))}
    </div>
  );
}

function Counts() {
  const people = useQuery(pathQuery("/api/loyalty-points/summary"));
  const figure = (name: "employees" | Tier) => <Figure query={people} of={(counts) => integer(counts[name])} />;
  return (
    <StatGrid>
      <StatCard label="Funcionários" icon="users" value={figure("employees")} />
      <StatCard label="Excelente" icon="trend" value={figure("excellent")} tone="good" />
      <StatCard label="Médio" icon="star" value={figure("medium")} />
      <StatCard label="Fraco" icon="alert" value={figure("poor")} tone={people.data?.poor ? "bad" : "neutral"} />
    </StatGrid>
  );
}

function columns(adjust: (record: LoyaltyRecord) => void): Column<LoyaltyRecord>[] {
  return [
    column("Funcionário", ({ user }) => <PersonName {...user} />),
    column("Pontos", { phone: "side" }, ({ currentPoints, user }) => (
      <span className="inline-flex items-center gap-2 tabular-nums">
        <span className="w-7 text-end">{currentPoints}</span>
        <Progress className="w-20" label={`Pontos de ${nameOf(user)}`} value={currentPoints} max={MAX_POINTS} />
      </span>
    )),
    column("Nível", { phone: "bare" }, ({ tier }) => <Badge {...tierLabel(tier)} />),
    column("Bônus", ({ bonusPercentage }) => bonusLabel(bonusPercentage)),
    column("Atualizado em", { phone: "hidden" }, ({ updatedAt }) => dateTime(updatedAt)),
    actionsColumn((record) => (
      <Button size="sm" aria-label={`Ajustar pontos de ${nameOf(record.user)}`} onClick={() => adjust(record)}>
        Ajustar
      </Button>
    )),
  ];
}

mount("admin-loyalty-points", AdminLoyaltyPointsScreen);
