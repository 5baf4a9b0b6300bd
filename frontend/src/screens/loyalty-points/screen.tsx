import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { listQuery, pathQuery, type Row } from "@/api/client";
import { type LoyaltyRecord, type LoyaltySettings, loyaltySettingsQuery } from "@/api/loyalty";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { dateTime, relative } from "@/lib/format";
import { usePages } from "@/shared/lists/paged-card";
import { bonusLabel, LevelScale, levelAt, levelsOf, MAX_POINTS, signedPoints, tierLabel } from "@/shared/loyalty/loyalty";
import { Badge } from "@/ui/badge";
import { Card, EmptyState, QueryResult, Skeleton } from "@/ui/card";
import { Progress } from "@/ui/progress";
import { StatCard, StatGrid } from "@/ui/stat-card";
import { Pagination } from "@/ui/table";

export function LoyaltyPointsScreen() {
  const { id } = currentUser();
  return (
    <QueryResult
      query={useQuery(pathQuery("/api/loyalty-points/{user_id}", { path: { user_id: id } }))}
      failed="Erro ao carregar pontos de lealdade"
      framed
      fallback={<Loading />}
    >
      {(loyalty) => <Content loyalty={loyalty} userId={id} />}
    </QueryResult>
  );
}

function Content({ loyalty, userId }: { loyalty: LoyaltyRecord; userId: number }) {
  const tier = tierLabel(loyalty.tier);
  return (
    <div className="grid grid-cols-1 gap-5">
      <StatGrid>
        <StatCard
          label="Pontos Atuais"
          icon="star"
          value={`${loyalty.currentPoints}/${MAX_POINTS}`}
          detail={<Progress className="mt-2" label="Pontos Atuais" value={loyalty.currentPoints} max={MAX_POINTS} />}
        />
        <StatCard
          label="Nível Atual"
          icon="trend"
          value={tier.label}
          tone={tier.tone}
          detail={`Atualizado ${relative(loyalty.updatedAt)}`}
        />
        <StatCard
          label="Bônus de Lucro"
          icon="wallet"
          value={bonusLabel(loyalty.bonusPercentage)}
          detail="Sobre tarefas e contas criadas"
        />
      </StatGrid>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Levels points={loyalty.currentPoints} />
        <History userId={userId} />
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-muted">Carregando pontos de lealdade...</p>
      <Skeleton className="h-27" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}

/** Explains the levels, in the figures of the settings in force. */
function Levels({ points }: { points: number }) {
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
        <p className="text-muted">{distanceLabel(points, levels)}</p>
      </div>
      <ul className="grid gap-2">
        {levels.toReversed().map((level) => {
          const isCurrent = level.tier === current?.tier;
          return (
            <li
              key={level.tier}
              className={clsx(
                "flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border px-3 py-2",
                isCurrent ? "border-accent bg-accent-soft" : "border-line",
              )}
              aria-current={isCurrent || undefined}
            >
              <Badge {...tierLabel(level.tier)} />
              <span className="tabular-nums">
                {level.min} a {level.max} pontos
              </span>
              <span className="ml-auto text-muted">{perkLabel(level)}</span>
              {isCurrent && <span className="w-full text-sm font-medium">Seu nível atual</span>}
            </li>
          );
        })}
      </ul>
      <div>
        <h3 className="mb-1 text-sm font-medium">O que muda seus pontos</h3>
        <dl className="grid">
          {RULES.map(([name, rule]) => (
            <div
              key={rule}
              className="flex items-baseline justify-between gap-4 border-line border-b py-1.5 last:border-0"
            >
              <dt className="text-muted">{name}</dt>
              <dd className={clsx("font-medium tabular-nums", settings[rule] < 0 ? "text-bad" : "text-good")}>
                {signedPoints(settings[rule])}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

const RULES = [
  ["Concluir uma tarefa", "pointsForTaskCompletion"],
  ["Entregar um dia ou mais antes do prazo", "pointsForEarlyDelivery"],
  ["Entregar com atraso", "pointsForLateDelivery"],
  ["Perder o prazo", "pointsForMissedDeadline"],
  ["Problema relatado em uma tarefa", "pointsForProblemReport"],
] as const;

/** 'no bonus … +5% profit bonus'; 'poor-tier employees get fewer tasks'. */
function perkLabel({ tier, bonusPercentage }: ReturnType<typeof levelsOf>[number]): string {
  if (tier === "poor") return "Sem bônus, menos tarefas";
  return Number(bonusPercentage) > 0 ? `${bonusLabel(bonusPercentage)} de bônus de lucro` : "Sem bônus";
}

function distanceLabel(points: number, levels: ReturnType<typeof levelsOf>): string {
  const next = levels.find(({ min }) => min > points);
  if (!next) return "Você está no nível mais alto.";
  const missing = next.min - points;
  const verb = missing === 1 ? "Falta 1 ponto" : `Faltam ${missing} pontos`;
  return `${verb} para o nível ${tierLabel(next.tier).label}.`;
}

const HISTORY = "/api/loyalty-points/{user_id}/history";
const PAGE_SIZE = 20;

function History({ userId }: { userId: number }) {
  const path = { user_id: userId };
  const { query, limit, offset, onOffset } = usePages((page) => listQuery(HISTORY, { path, query: page }), PAGE_SIZE);
  return (
    <Card title="Histórico" padded={false}>
      <QueryResult
        query={query}
        failed="Erro ao carregar pontos de lealdade"
        fallback={<Skeleton className="m-4 h-84" />}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="clock" title="Nenhum histórico encontrado" />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable from the keyboard
            <ul key={offset} className="max-h-120 overflow-y-auto" tabIndex={0} aria-label="Histórico de pontos">
              {rows.map((change) => (
                <HistoryRow key={change.id} {...change} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <Pagination offset={offset} limit={limit} total={query.data?.total} onChange={onOffset} />
    </Card>
  );
}

function HistoryRow({ pointsChanged, reason, previousPoints, newPoints, admin, createdAt }: Row<typeof HISTORY>) {
  return (
    <li className="flex gap-3 border-line border-b px-4 py-3 last:border-0">
      <span
        className={`w-10 flex-none text-end text-lg font-semibold tabular-nums ${pointsChanged < 0 ? "text-bad" : "text-good"}`}
      >
        {signedPoints(pointsChanged)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{reason}</p>
        <p className="text-sm text-muted">
          <span className="tabular-nums">
            {previousPoints} → {newPoints} pontos
          </span>
          {admin && ` · Ajuste por ${admin.fullName || admin.username}`}
          {" · "}
          <time className="whitespace-nowrap tabular-nums" dateTime={createdAt}>
            {dateTime(createdAt)}
          </time>
        </p>
      </div>
    </li>
  );
}

mount("loyalty-points", LoyaltyPointsScreen);
