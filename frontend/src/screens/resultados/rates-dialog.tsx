import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/api/client";
import { addRates, previewRates, type Rate, type RateBody, ratesQuery, resultKeys } from "@/api/results";
import { counted, date, dateTime, today } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import type { DialogOpening } from "@/lib/use-opening";
import { rateWords } from "@/screens/resultados/parts";
import { usePages } from "@/shared/lists/paged-card";
import { ConfirmDialog } from "@/ui/dialog";
import { optionsFrom, SelectField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { EmptyState } from "@/ui/states";
import { type Column, column, PagedTable, TwoLines } from "@/ui/table";
import { DateField } from "@/ui/value-fields";

type Asked = { body: RateBody; entries: number; key: string };

const CURRENCIES = optionsFrom({ EUR: "Euro", USD: "Dólar" });
const RATES = 5;
const valued = (entries: number) =>
  entries === 0
    ? "Nenhum lançamento espera por esta cotação."
    : `${counted(entries, "lançamento será valorado", "lançamentos serão valorados")}.`;

const COLUMNS: Column<Rate>[] = [
  column("Dia", ({ day, currency }) => <TwoLines first={date(day)} second={currency} />),
  column("Reais", { align: "end", phone: "side" }, ({ brl }) => rateWords(Number(brl))),
  column("Fonte", { phone: "bare" }, ({ source, by, createdAt }) => (
    <TwoLines first={source} second={`${by?.fullName ?? "Sistema"}, ${dateTime(createdAt)}`} />
  )),
];

/** The rates there are, and a new one for some days: how much it gives a value is told before it is saved. */
export default function RatesDialog(dialog: DialogOpening) {
  const rates = usePages((offset) => ratesQuery(RATES, offset));
  const [asked, setAsked] = useState<Asked | null>(null);
  const { mutateAsync: preview } = useMutation({ mutationFn: previewRates });
  const { mutateAsync: save } = useMutation({
    meta: { invalidates: [{ queryKey: ["rates"] }, { queryKey: resultKeys.all }] },
    mutationFn: ({ body, key }: Asked) => addRates(body, key),
    onSuccess: ({ entries }) => {
      toast.success(`Cotação salva. ${counted(entries, "lançamento valorado", "lançamentos valorados")}.`);
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
        description={`${body.currency} ${rateWords(Number(body.brl))} de ${date(body.first)} a ${date(body.last)}, por ${body.source}.`}
        confirmLabel="Salvar cotação"
        cancelLabel="Voltar"
      >
        <p className="font-medium">{valued(entries)}</p>
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
          limit={RATES}
          rowKey={({ id }) => id}
          expectedRows={RATES}
          columns={COLUMNS}
          empty={<EmptyState icon="wallet" title="Nenhuma cotação ainda" />}
        />
      </div>
    </FormDialog>
  );
}
