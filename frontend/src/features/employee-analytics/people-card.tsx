import { useMemo } from "react";
import { PEOPLE_PATH, PEOPLE_SHOWN, type Person } from "@/features/employee-analytics/analytics";
import { duration } from "@/features/employee-analytics/words";
import { ListCard } from "@/features/lists/list-card";
import { useListState } from "@/features/lists/use-list-state";
import { useServerList } from "@/features/lists/use-server-list";
import { PersonName } from "@/features/people/person-name";
import { integer } from "@/lib/format";
import type { Column } from "@/ui/table";

const ORDERS = [
  { value: "seconds", label: "Tempo nas páginas" },
  { value: "sessions", label: "Sessões" },
  { value: "views", label: "Páginas vistas" },
  { value: "tasks", label: "Tarefas concluídas" },
  { value: "accounts", label: "Contas criadas" },
];

const COLUMNS: readonly Column<Person>[] = [
  { key: "person", header: "Pessoa", cell: PersonName },
  { key: "sessions", header: "Sessões", align: "end", cell: ({ sessions }) => integer(sessions) },
  { key: "views", header: "Páginas vistas", align: "end", cell: ({ views }) => integer(views) },
  { key: "seconds", header: "Tempo nas páginas", align: "end", cell: ({ seconds }) => duration(seconds) },
  { key: "tasks", header: "Tarefas concluídas", align: "end", cell: ({ tasks }) => integer(tasks) },
  { key: "accounts", header: "Contas criadas", align: "end", cell: ({ accounts }) => integer(accounts) },
];

/** Who opened a page in the range, and what came of it. */
export default function PeopleCard({ range }: { range: string }) {
  const state = useListState({ order: "seconds", limit: PEOPLE_SHOWN });
  const asked = useMemo(() => ({ ...state, filters: { range } }), [state, range]);
  const people = useServerList<Person>(PEOPLE_PATH, asked);
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
