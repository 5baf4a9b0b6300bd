import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Me, TRAIL_PAGE, type TrailEntry, trailQuery } from "@/api/people";
import { dateTime } from "@/lib/format";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { PagedTable } from "@/ui/paged-table";
import type { Column } from "@/ui/table";

/** 'An admin's look at someone's financial or access detail, and every reveal of a credential, writes an audit row that
 * the person concerned can see in their profile'. */
export function TrailCard({ me }: { me: Me }) {
  const [offset, setOffset] = useState(0);
  const trail = useQuery({ ...trailQuery(me.id, offset), placeholderData: keepPreviousData });
  return (
    <Card
      title="Quem viu ou alterou seus dados"
      description="Cada consulta e cada mudança fica registrada e não pode ser apagada."
      padded={false}
    >
      <PagedTable
        caption="Quem viu ou alterou seus dados"
        query={trail}
        columns={columns(me.username)}
        rowKey={({ id }) => id}
        offset={offset}
        limit={TRAIL_PAGE}
        onOffset={setOffset}
        empty={
          <EmptyState
            icon="eye"
            title="Nenhum registro encontrado"
            description="Ninguém consultou nem alterou seus dados até agora."
          />
        }
      />
    </Card>
  );
}

function columns(username: string): Column<TrailEntry>[] {
  return [
    { key: "who", header: "Quem", cell: ({ actor }) => actorLabel(actor, username), className: "font-medium" },
    { key: "what", header: "O quê", cell: (entry) => <What {...entry} /> },
    { key: "when", header: "Quando", cell: ({ createdAt }) => dateTime(createdAt), align: "end" },
  ];
}

function What({ description, reason }: TrailEntry) {
  return (
    <span className="block min-w-0">
      {description}
      {reason && <span className="block text-sm text-muted wrap-anywhere">{reason}</span>}
    </span>
  );
}

function actorLabel(actor: string, username: string): string {
  if (actor === username) return "Você";
  return actor === "sistema" ? "Sistema" : `@${actor}`;
}
