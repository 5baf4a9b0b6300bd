import type { PersonEffect, SettingsEffect } from "@/api/loyalty";
import { counted, integer } from "@/lib/format";
import { tierLabel } from "@/shared/loyalty/loyalty";
import { PersonName } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { type Column, Table } from "@/ui/table";

const SHOWN = 50;

/** What these settings do when they are saved, and what they would have made of the last 90 days. */
export function EffectSummary({ effect }: { effect: SettingsEffect }) {
  const { changed, days } = effect;
  return (
    <section ref={bringIntoView} className="rounded-md border border-line">
      <div className="px-4 py-3">
        <h3 className="font-semibold">Efeito nos últimos {days} dias</h3>
        <p className="text-muted">{effectLabel(effect)}</p>
      </div>
      {changed.length > 0 && (
        <Table
          caption="Funcionários que mudam de nível"
          className="border-line border-t"
          columns={columns(days)}
          rows={changed.slice(0, SHOWN)}
          rowKey={({ userId }) => userId}
          empty={null}
        />
      )}
      {changed.length > SHOWN && (
        <p className="border-line border-t px-4 py-2 text-sm text-muted">
          e mais {integer(changed.length - SHOWN)} funcionários
        </p>
      )}
    </section>
  );
}

/** The form above may fill the window. */
function bringIntoView(section: HTMLElement | null) {
  section?.scrollIntoView({ block: "nearest" });
}

function columns(days: number): Column<PersonEffect>[] {
  return [
    { key: "person", header: "Funcionário", cell: ({ user }) => <PersonName {...user} /> },
    { key: "now", header: "Agora", cell: (row) => <PointsAndTier points={row.currentPoints} tier={row.tier} /> },
    {
      key: "saved",
      header: "Ao salvar",
      cell: (row) => <PointsAndTier points={row.currentPoints} tier={row.newTier} />,
    },
    {
      key: "simulated",
      header: `Se valesse há ${days} dias`,
      cell: (row) => <PointsAndTier points={row.simulatedPoints} tier={row.simulatedTier} />,
    },
  ];
}

function PointsAndTier({ points, tier }: { points: number; tier: string }) {
  const { label, tone } = tierLabel(tier);
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      {points} <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

function effectLabel({ changed, employees, days }: SettingsEffect): string {
  const moved = changed.filter(({ tier, newTier }) => tier !== newTier).length;
  const simulated = changed.filter(({ tier, simulatedTier }) => tier !== simulatedTier).length;
  if (changed.length === 0) return `Nenhum dos ${integer(employees)} funcionários mudaria de nível.`;
  return `Ao salvar, ${people(moved)} de nível. Se as regras valessem há ${days} dias, ${people(simulated)}.`;
}

function people(count: number): string {
  if (count === 0) return "ninguém muda";
  return counted(count, "funcionário muda", "funcionários mudam");
}
