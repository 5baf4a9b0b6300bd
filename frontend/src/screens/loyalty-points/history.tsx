import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type LoyaltyChange, loyaltyHistoryQuery } from "@/api/loyalty";
import { dateTime } from "@/lib/format";
import { signed } from "@/shared/loyalty/loyalty";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Pagination } from "@/ui/pagination";
import { QueryResult } from "@/ui/query-result";
import { Skeleton } from "@/ui/skeleton";

const PAGE_SIZE = 20;

/** 'scrollable history (signed points, reason, previous → new points, optional Ajuste por admin name, date)' */
export function History({ userId }: { userId: number }) {
  const [offset, setOffset] = useState(0);
  const history = useQuery({ ...loyaltyHistoryQuery(userId, offset, PAGE_SIZE), placeholderData: keepPreviousData });
  return (
    <Card title="Histórico" padded={false}>
      <QueryResult
        query={history}
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
                <HistoryRow key={change.id} change={change} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <Pagination offset={offset} limit={PAGE_SIZE} total={history.data?.total ?? 0} onChange={setOffset} />
    </Card>
  );
}

function HistoryRow({ change }: { change: LoyaltyChange }) {
  const { pointsChanged, reason, previousPoints, newPoints, admin, createdAt } = change;
  return (
    <li className="flex gap-3 border-line border-b px-4 py-3 last:border-0">
      <span
        className={`w-10 flex-none text-end text-lg font-semibold tabular-nums ${pointsChanged < 0 ? "text-bad" : "text-good"}`}
      >
        {signed(pointsChanged)}
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
