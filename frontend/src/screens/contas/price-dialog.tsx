import { useMutation } from "@tanstack/react-query";
import { changePrices, type StockAccount, stockKey } from "@/api/stock";
import { counted, money } from "@/lib/format";
import { useForm } from "@/lib/use-form";
import type { DialogOpening } from "@/lib/use-opening";
import { newPrices, type PriceRule } from "@/screens/contas/prices";
import { optionsFrom, SelectField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { MoneyField } from "@/ui/value-fields";

const RULES = optionsFrom({ set: "Novo preço (€)", lower: "Reduzir (%)", raise: "Aumentar (%)" });

type OfPrices = { accounts: StockAccount[]; onAsked: (batch: string, count: number) => void };

/** Every price before and after, and then all of them at once. */
export default function PriceDialog({ accounts, onAsked, ...dialog }: DialogOpening & OfPrices) {
  const { mutateAsync: change } = useMutation({
    meta: { invalidates: [{ queryKey: stockKey }] },
    mutationFn: changePrices,
    onSuccess: ({ batch }, prices) => {
      onAsked(batch, prices.length);
      dialog.onClose();
    },
  });
  const form = useForm({
    initial: { rule: "set", value: "" },
    validate: ({ rule, value }) =>
      newPrices(accounts, rule as PriceRule, value)?.length ? {} : { value: "Digite um valor que mude algum preço." },
    onSubmit: ({ rule, value }) => change(newPrices(accounts, rule as PriceRule, value) ?? []),
  });
  const { rule, value } = form.values;
  const prices = newPrices(accounts, rule as PriceRule, value) ?? [];
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Mudar preços"
      description="O resto do anúncio fica como está. Cada anúncio aceita 5 mudanças por minuto e 10 por hora."
      submitLabel={prices.length > 0 ? `Mudar ${counted(prices.length, "preço", "preços")}` : "Mudar preços"}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField {...form.field("rule")} label="Mudança" options={RULES} />
        {rule === "set" ? (
          <MoneyField {...form.field("value")} label="Preço" currency="EUR" required />
        ) : (
          <TextField {...form.field("value")} label="Por cento" inputMode="decimal" required />
        )}
      </div>
      {prices.length > 0 && (
        <ul className="grid max-h-64 gap-1 overflow-y-auto" aria-label="Prévia">
          {prices.map(({ id, title, market, before, after }) => (
            <li key={id} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 truncate">
                {title} <span className="text-muted">{market}</span>
              </span>
              <span className="flex-none tabular-nums">
                <s className="text-muted">{money(before, "EUR")}</s> {money(after, "EUR")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
