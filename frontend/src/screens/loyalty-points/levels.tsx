import { useQuery } from "@tanstack/react-query";
import { type LoyaltySettings, loyaltySettingsQuery } from "@/api/loyalty";
import { LevelScale } from "@/shared/loyalty/level-scale";
import { bonusLabel, type Level, levelAt, levelsOf, signed, tierLabel } from "@/shared/loyalty/loyalty";
import { Badge } from "@/ui/badge";
import { Card } from "@/ui/card";
import { QueryResult } from "@/ui/query-result";
import { Skeleton } from "@/ui/skeleton";

/** The 'explanation of levels', in the figures of the settings in force. */
export function Levels({ points }: { points: number }) {
  return (
    <Card title="Como funcionam os níveis">
      <QueryResult query={useQuery(loyaltySettingsQuery())} fallback={<Skeleton className="h-84" />}>
        {(settings) => <Explanation settings={settings} points={points} />}
      </QueryResult>
    </Card>
  );
}

function Explanation({ settings, points }: { settings: LoyaltySettings; points: number }) {
  const levels = levelsOf(settings);
  const current = levelAt(points, settings);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-2">
        <LevelScale settings={settings} points={points} />
        <p className="text-muted">{distanceFormat(points, levels)}</p>
      </div>
      <ul className="grid gap-2">
        {levels.toReversed().map((level) => (
          <LevelRow key={level.tier} level={level} current={level.tier === current?.tier} />
        ))}
      </ul>
      <div>
        <h3 className="mb-1 text-sm font-medium">O que muda seus pontos</h3>
        <dl className="grid">
          <Rule name="Concluir uma tarefa" points={settings.pointsForTaskCompletion} />
          <Rule name="Entregar um dia ou mais antes do prazo" points={settings.pointsForEarlyDelivery} />
          <Rule name="Entregar com atraso" points={settings.pointsForLateDelivery} />
          <Rule name="Perder o prazo" points={settings.pointsForMissedDeadline} />
          <Rule name="Problema relatado em uma tarefa" points={settings.pointsForProblemReport} />
        </dl>
      </div>
    </div>
  );
}

function LevelRow({ level, current }: { level: Level; current: boolean }) {
  const { label, tone } = tierLabel(level.tier);
  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border px-3 py-2 ${current ? "border-accent bg-accent-soft" : "border-line"}`}
      aria-current={current || undefined}
    >
      <Badge tone={tone}>{label}</Badge>
      <span className="tabular-nums">
        {level.min} a {level.max} pontos
      </span>
      <span className="ml-auto text-muted">{perkLabel(level)}</span>
      {current && <span className="w-full text-sm font-medium">Seu nível atual</span>}
    </li>
  );
}

function Rule({ name, points }: { name: string; points: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-line border-b py-1.5 last:border-0">
      <dt className="text-muted">{name}</dt>
      <dd className={points < 0 ? "font-medium text-bad tabular-nums" : "font-medium text-good tabular-nums"}>
        {signed(points)}
      </dd>
    </div>
  );
}

/** 'no bonus … +5% profit bonus'; 'poor-tier employees get fewer tasks'. */
function perkLabel({ tier, bonusPercentage }: Level): string {
  if (tier === "poor") return "Sem bônus, menos tarefas";
  return Number(bonusPercentage) > 0 ? `${bonusLabel(bonusPercentage)} de bônus de lucro` : "Sem bônus";
}

function distanceFormat(points: number, levels: readonly Level[]): string {
  const next = levels.find(({ min }) => min > points);
  if (!next) return "Você está no nível mais alto.";
  const missing = next.min - points;
  const verb = missing === 1 ? "Falta 1 ponto" : `Faltam ${missing} pontos`;
  return `${verb} para o nível ${tierLabel(next.tier).label}.`;
}
