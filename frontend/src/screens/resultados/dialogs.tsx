/** The dialogs of results, which come with the first one that is opened. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, listQuery, newIdempotencyKey, pathQuery, type Row, type Schemas } from "@/api/client";
import type { AccountResult, Movement } from "@/api/results";
import { date, dateTime, money, plural, today } from "@/lib/format";
import type { DialogOpening } from "@/lib/lazy";
import { priceLabel } from "@/lib/price-label";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { formatRate } from "@/screens/resultados/parts";
import { usePages } from "@/shared/lists/paged-card";
import { EmptyState, QueryResult, Skeleton } from "@/ui/card";
import { ConfirmDialog, Dialog } from "@/ui/dialog";
import { optionsFrom, SelectField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { type Column, column, PagedTable, TwoLines } from "@/ui/table";
import { DateField } from "@/ui/value-fields";

const CHAIN = "/api/results/accounts/{account_id}";
const KINDS: Record<Movement["kind"], string> = {
  bought: "Comprada",
  sold: "Vendida",
  paid: "Paga pelo marketplace",
  fined: "Multa",
  refunded: "Reembolso",
  pay: "Ganho de quem criou",
};

/** An account from its purchase to the pay for it: every amount in its own currency, with the rate that values it. */
export function ChainDialog({ account, ...dialog }: DialogOpening & { account: AccountResult }) {
  return (
    <Dialog {...dialog} size="md" title={account.title} description={`${account.gameTitle} · ${account.by.fullName}`}>
      <QueryResult
        query={useQuery(pathQuery(CHAIN, { path: { account_id: account.id } }))}
        fallback={<Skeleton className="h-64" />}
      >
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
  const steps: Step[] = entries.map((entry) => ({ key: entry.id, name: KINDS[entry.kind], day: entry.day, entry }));
  const before = steps.filter(({ entry }) => entry?.kind === "bought");
  const after = steps.filter(({ entry }) => entry?.kind !== "bought");
  return [...before, { key: "listed", name: `Anunciada no ${market}`, day: listedOn }, ...after];
}

function Value({ entry: { amount, currency, rate, brl } }: { entry: Movement }) {
  return (
    <span className="flex-none text-end tabular-nums">
      <span className="block">{priceLabel(amount, currency)}</span>
      {currency !== "BRL" && (
        <span className="block text-sm text-muted">
          {brl === null ? <strong className="text-warn">sem cotação</strong> : money(brl)}
          {rate && ` a ${formatRate(Number(rate.brl))} (${rate.source}, ${date(rate.day)})`}
        </span>
      )}
    </span>
  );
}

type RateBody = Schemas["BulkRateInputRequest"];
type Asked = { body: RateBody; entries: number; key: string };

const CURRENCIES = optionsFrom({
  ...{ EUR: "Euro", USD: "Dólar", RUB: "Rublo", UAH: "Hryvnia", KZT: "Tenge", BYN: "Rublo bielorrusso" },
  ...{ GBP: "Libra", CNY: "Yuan", TRY: "Lira turca", JPY: "Iene" },
} satisfies Record<RateBody["currency"], string>);
const RATES = 5;
const valuationText = (entries: number) =>
  entries === 0
    ? "Nenhum lançamento espera por esta cotação."
    : `${plural(entries, "lançamento será valorado", "lançamentos serão valorados")}.`;

const COLUMNS: Column<Row<"/api/rates">>[] = [
  column("Dia", ({ day, currency }) => <TwoLines first={date(day)} second={currency} />),
  column("Reais", { align: "end", phone: "side" }, ({ brl }) => formatRate(Number(brl))),
  column("Fonte", { phone: "bare" }, ({ source, by, createdAt }) => (
    <TwoLines first={source} second={`${by?.fullName ?? "Sistema"}, ${dateTime(createdAt)}`} />
  )),
];

/** The rates there are, and a new one for some days: how much it gives a value is told before it is saved. */
export function RatesDialog(dialog: DialogOpening) {
  const rates = usePages((query) => listQuery("/api/rates", { query }), RATES);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { mutateAsync: preview } = useMutation({
    mutationFn: (body: RateBody) => api.post("/api/rates/preview", { body }),
  });
  const { mutateAsync: save } = useMutation({
    meta: { invalidates: ["rates", "results"] },
    mutationFn: ({ body, key }: Asked) => api.post("/api/rates", { body, idempotencyKey: key }),
    onSuccess: ({ entries }) => {
      toast.success(`Cotação salva. ${plural(entries, "lançamento valorado", "lançamentos valorados")}.`);
      form.reset();
    },
  });
  const form = useForm({
    initial: { currency: "EUR", first: today(), last: today(), brl: "", source: "" },
    onSubmit: async (values) => {
      const body = { ...values, brl: values.brl.trim().replace(",", ".") } as RateBody;
      setAsked({ body, key: newIdempotencyKey(), ...(await preview(body)) });
    },
  });
  if (asked) {
    const { body, entries } = asked;
    return (
      <ConfirmDialog
        open={dialog.open}
        onClose={() => setAsked(null)}
        onConfirm={() => save(asked)}
        title="Salvar esta cotação?"
        description={`${body.currency} ${formatRate(Number(body.brl))} de ${date(body.first)} a ${date(body.last)}, por ${body.source}.`}
        confirmLabel="Salvar cotação"
        cancelLabel="Voltar"
      >
        <p className="font-medium">{valuationText(entries)}</p>
        <p className="mt-2 text-muted">O que já tem valor não muda.</p>
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      {...dialog}
      form={form}
      size="md"
      title="Cotações"
      description="Reais por uma unidade da moeda, em cada dia. Vale a mais nova de cada dia."
      submitLabel="Revisar"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...form.field("currency")} label="Moeda" options={CURRENCIES} />
        <TextField {...form.field("brl")} label="Cotação (R$)" inputMode="decimal" placeholder="6,1234" required />
        <DateField {...form.field("first")} label="Do dia" max={today()} required />
        <DateField {...form.field("last")} label="Até o dia" max={today()} required />
        <TextField {...form.field("source")} label="Fonte" placeholder="Banco Central" required />
      </div>
      <div className="-mx-5 border-line border-t">
        <PagedTable
          caption="Cotações"
          {...rates}
          rowKey={({ id }) => id}
          expectedRows={RATES}
          columns={COLUMNS}
          empty={<EmptyState icon="wallet" title="Nenhuma cotação ainda" />}
        />
      </div>
    </FormDialog>
  );
}
