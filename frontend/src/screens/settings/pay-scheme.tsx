import { useQuery } from "@tanstack/react-query";
import { type PayScheme, paySchemesQuery } from "@/api/earnings";
import { date, dateTime } from "@/lib/format";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { Badge, type Words } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { QueryResult, Skeleton } from "@/ui/states";

const PaySchemeDialog = lazy(() => import("@/screens/settings/pay-scheme-dialog"));

const STATES: Record<PayScheme["state"], Words | null> = {
  current: { label: "Em vigor", tone: "good" },
  next: { label: "Agendado", tone: "info" },
  past: null,
};

/** 'Esquema de pagamento': what created accounts earn now, from which day on otherwise, and what they earned before. */
export function PaySchemeCard({ games }: { games: Record<string, string> }) {
  const { show, dialog } = useOpening<PayScheme>();
  return (
    <QueryResult query={useQuery(paySchemesQuery())} framed fallback={<Skeleton className="h-52" />}>
      {({ rows }) => {
        const past = rows.filter(({ state }) => state === "past");
        const current = rows.find(({ state }) => state === "current");
        return (
          <Card title="Esquema de pagamento">
            <Versions of={rows.filter(({ state }) => state !== "past")} />
            {past.length > 0 && (
              <details className="mt-3">
                <summary className="cursor-pointer text-accent">Versões anteriores ({past.length})</summary>
                <Versions of={past} />
              </details>
            )}
            {current && (
              <Button className="mt-3" onClick={() => show(current)}>
                Novo esquema
              </Button>
            )}
            {dialog(PaySchemeDialog, (subject) => ({ current: subject, games }))}
          </Card>
        );
      }}
    </QueryResult>
  );
}

function Versions({ of: schemes }: { of: readonly PayScheme[] }) {
  return (
    <ul className="divide-y divide-line">
      {schemes.map(({ id, state, text, validFrom, by, createdAt }) => (
        <li key={id} className="py-2">
          <p className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="font-medium">
              Versão {id}, a partir de {date(validFrom)}
            </span>
            {STATES[state] && <Badge {...STATES[state]} />}
          </p>
          <p className="wrap-anywhere">{text}</p>
          {by && (
            <p className="text-muted text-sm">
              {by.fullName || by.username}, {dateTime(createdAt)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
