import { useMemo } from "react";
import { type PersonFigures, peopleFiguresQuery } from "@/api/analytics";
import { integer } from "@/lib/format";
import { duration, PEOPLE_SHOWN } from "@/screens/employee-analytics/labels";
import { ListCard, useListState, useServerList } from "@/shared/lists/list-card";
import { PersonName } from "@/shared/people/person-name";
import { type Column, column } from "@/ui/table";

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
  const state = useListState({ order: "seconds", limit: PEOPLE_SHOWN });
  const asked = useMemo(() => ({ ...state, filters: { range } }), [state, range]);
  const people = useServerList(peopleFiguresQuery, asked);
  return (
    <ListCard
      title="Pessoas"
      state={state}
      query={people}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      searchLabel="Buscar por nome ou usuário"
      orders={ORDERS}
      empty={{ icon: "users", title: "Ninguém abriu uma página no período" }}
    />
  );
}
