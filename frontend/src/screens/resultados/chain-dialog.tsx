import { useQuery } from "@tanstack/react-query";
import { type AccountResult, chainQuery, type Movement } from "@/api/results";
import { type Currency, date, money } from "@/lib/format";
import type { DialogOpening } from "@/lib/use-opening";
import { rateWords } from "@/screens/resultados/parts";
import { Dialog } from "@/ui/dialog";
import { QueryResult, Skeleton } from "@/ui/states";

const KINDS: Record<Movement["kind"], string> = {
  bought: "Comprada",
  sold: "Vendida",
  paid: "Paga pelo marketplace",
  fined: "Multa",
  refunded: "Reembolso",
  pay: "Ganho de quem criou",
};

/** An account from its purchase to the pay for it: every amount in its own currency, with the rate that values it. */
export default function ChainDialog({ account, ...dialog }: DialogOpening & { account: AccountResult }) {
  return (
    <Dialog {...dialog} size="md" title={account.title} description={`${account.gameTitle} · ${account.by.fullName}`}>
      <QueryResult query={useQuery(chainQuery(account.id))} fallback={<Skeleton className="h-64" />}>
        {({ entries, profit, unvalued }) => (
          <>
            <ol className="divide-y divide-line">
              {steps(account, entries).map(({ key, name, day, entry }) => (
                <li key={key} className="flex items-baseline justify-between gap-4 py-2">
                  <span className="min-w-0">
                    <span className="block font-medium">{name}</span>
                    <span className="block text-sm text-muted">{date(day)}</span>
                  </span>
                  {entry && <Value entry={entry} />}
                </li>
              ))}
            </ol>
            <p className="mt-2 flex justify-between gap-4 border-line border-t pt-3 font-semibold">
              <span>Lucro</span>
              <span className="tabular-nums">{profit === null ? (unvalued ? "Sem cotação" : "—") : money(profit)}</span>
            </p>
            <p className="mt-3 text-sm text-muted">
              O valor da venda não entra no lucro: conta o que o marketplace pagou.{" "}
              <a className="text-accent underline" href={`/contas?id=${account.id}`}>
                Ver anúncios
              </a>
            </p>
          </>
        )}
      </QueryResult>
    </Dialog>
  );
}

type Step = { key: string | number; name: string; day: string; entry?: Movement };

function steps({ listedOn, market }: AccountResult, entries: readonly Movement[]): Step[] {
  const told: Step[] = entries.map((entry) => ({ key: entry.id, name: KINDS[entry.kind], day: entry.day, entry }));
  const before = told.filter(({ entry }) => entry?.kind === "bought");
  const after = told.filter(({ entry }) => entry?.kind !== "bought");
  return [...before, { key: "listed", name: `Anunciada no ${market}`, day: listedOn }, ...after];
}

function Value({ entry: { amount, currency, rate, brl } }: { entry: Movement }) {
  const isOwn = currency === "BRL";
  return (
    <span className="flex-none text-end tabular-nums">
      <span className="block">{money(amount, currency as Currency)}</span>
      {!isOwn && (
        <span className="block text-sm text-muted">
          {brl === null ? <strong className="text-warn">sem cotação</strong> : money(brl)}
          {rate && ` a ${rateWords(Number(rate.brl))} (${rate.source}, ${date(rate.day)})`}
        </span>
      )}
    </span>
  );
}
