import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { pathQuery } from "@/api/client";
import type { Earning, EarningExplanation } from "@/api/earnings";
import { dateTime, money, plural } from "@/lib/format";
import { earningLabel, Linked, sumOf } from "@/shared/earnings/earning";
import { bonusLabel } from "@/shared/loyalty/loyalty";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { QueryResult, Skeleton } from "@/ui/card";
import { Dialog } from "@/ui/dialog";

type WhyDialogProps = { earning: Pick<Earning, "id" | "description" | "user">; open: boolean; onClose: () => void };

const WHY = "/api/earnings/{earning_id}/why";
const PLACE = <Skeleton className="h-96" />;

/** 'Por que este valor?': from the amount to what caused it and what became of it. Of an account of a run that was handed on
 * the answer alone knows who earned it. */
export default function EarningExplanationDialog({ earning, ...dialog }: WhyDialogProps) {
  const query = useQuery(pathQuery(WHY, { path: { earning_id: earning.id } }));
  return (
    <Dialog
      {...dialog}
      size="md"
      title="Por que este valor?"
      description={`${earning.description} · ${nameOf(query.data?.earning.user ?? earning.user)}`}
      footer={<Button onClick={dialog.onClose}>Fechar</Button>}
    >
      <QueryResult query={query} fallback={PLACE}>
        {(why) => <Explanation why={why} />}
      </QueryResult>
    </Dialog>
  );
}

function Explanation({ why }: { why: EarningExplanation }) {
  const { earning, pieces, payouts, cause, entries } = why;
  const whole = (name: "baseAmount" | "bonusAmount" | "amount") => sumOf(pieces.map((piece) => piece[name]));
  const accounts = pieces.reduce((count, { accountsCount }) => count + accountsCount, 0);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Section title="Cálculo">
        <Line name={`Valor base${accountLabel(accounts)}`} value={money(whole("baseAmount"))} />
        {Number(earning.bonusPercentage) > 0 && (
          <Line name={`Bônus de lucro (${bonusLabel(earning.bonusPercentage)})`} value={money(whole("bonusAmount"))} />
        )}
        <Line name="Valor" value={money(whole("amount"))} strong />
      </Section>
      <Section title="Origem">
        {cause ? (
          <>
            <Line
              name="De onde veio"
              value={<Linked className="font-medium text-accent hover:underline" to={cause.url} title={cause.title} />}
            />
            {cause.facts.map(({ name, value }) => (
              <Line key={name} name={name} value={value} />
            ))}
          </>
        ) : (
          <Line
            name="De onde veio"
            value={earning.sourceKind === "balance" ? "Saldo adicionado por um administrador" : earning.description}
          />
        )}
      </Section>
      {pieces.length > 1 && (
        <Section title="Partes deste ganho">
          {pieces.map((piece) => (
            <Line key={piece.id} name={<Badge {...earningLabel(piece.status)} />} value={money(piece.amount)} />
          ))}
        </Section>
      )}
      {payouts.length > 0 && (
        <Section title="Pagamentos">
          {payouts.map(({ id, amount, by, createdAt }) => (
            <Line key={id} name={`Pagamento ${id} · ${dateTime(createdAt)}${byLabel(by)}`} value={money(amount)} />
          ))}
        </Section>
      )}
      <Section title="Lançamentos">
        {entries.map(({ sequence, kindLabel, amount, reason, by, createdAt, hash }) => (
          <Line
            key={sequence}
            name={
              <>
                <span className="block">
                  {kindLabel} · {dateTime(createdAt)}
                  {byLabel(by)}
                </span>
                <span className="block text-sm text-muted wrap-anywhere">{reason}</span>
                <span className="block truncate font-mono text-xs text-muted" title={hash}>
                  Lançamento {sequence}, selo {hash.slice(0, 12)}
                </span>
              </>
            }
            value={<span className="whitespace-nowrap">{money(amount)}</span>}
          />
        ))}
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Line({ name, value, strong = false }: { name: ReactNode; value: ReactNode; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-line border-b py-1.5 last:border-0">
      <dt className="min-w-0">{name}</dt>
      <dd className={clsx("max-w-3/5 flex-none text-end wrap-anywhere tabular-nums", strong && "font-semibold")}>
        {value}
      </dd>
    </div>
  );
}

/** What was made for no account, an undone payment, counts none. */
const accountLabel = (count: number): string => (count === 0 ? "" : ` (${plural(count, "conta", "contas")})`);

const byLabel = (by: PersonChoice | null): string => (by ? ` · por ${nameOf(by)}` : "");
