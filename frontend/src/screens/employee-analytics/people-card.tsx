import type { PersonFigures } from "@/api/analytics";
import { type ListRequest, listQuery } from "@/api/client";
import { integer } from "@/lib/format";
import { duration } from "@/screens/employee-analytics/labels";
import { ListCard, useList } from "@/shared/lists/list-card";
import { PersonName } from "@/shared/people/person-name";
import { type Column, column } from "@/ui/table";

const PEOPLE = 10;
const ORDERS = [
  { value: "seconds", label: "Tempo nas páginas" },
  { value: "sessions", label: "Sessões" },
  { value: "views", label: "Páginas vistas" },
  { value: "tasks", label: "Tarefas concluídas" },
  { value: "accounts", label: "Contas criadas" },
];

const COLUMNS: readonly Column<PersonFigures>[] = [
  column("Pessoa", PersonName),
  column("Sessões", { align: "end", phone: "hidden" }, ({ sessions }) => integer(sessions)),
  column("Páginas vistas", { align: "end", phone: "hidden" }, ({ views }) => integer(views)),
  column("Tempo nas páginas", { align: "end", phone: "side" }, ({ seconds }) => duration(seconds)),
  column("Tarefas concluídas", { align: "end" }, ({ tasks }) => integer(tasks)),
  column("Contas criadas", { align: "end" }, ({ accounts }) => integer(accounts)),
];

export default function PeopleCard({ range }: { range: string }) {
  const ofRange = (query: ListRequest) => listQuery("/api/analytics/people", { query: { ...query, range } });
  const people = useList(ofRange, { orders: ORDERS, limit: PEOPLE });
  return (
    <ListCard
      title="Pessoas"
      list={people}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      searchLabel="Buscar por nome ou usuário"
      empty={{ icon: "users", title: "Ninguém abriu uma página no período" }}
    />
  );
}
