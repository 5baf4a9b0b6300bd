import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, newIdempotencyKey, type Schemas } from "@/api/client";
import { automaticEarningQuery, type PayScheme, paySchemesQuery } from "@/api/earnings";
import { date, decimal, parseMoney, today } from "@/lib/format";
import type { DialogOpening } from "@/lib/lazy";
import { useForm } from "@/lib/use-form";
import { ConfirmDialog } from "@/ui/dialog";
import { optionsFrom, SelectField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { DateField, MoneyField } from "@/ui/value-fields";

type PaySchemeBody = Schemas["EarningsPaySchemeInputRequest"];
type Asked = { body: PaySchemeBody; key: string };
type Props = DialogOpening & { current: PayScheme; games: Record<string, string> };
/** Of the form: what accounts of a game earn is `terms.<slug>`, those of a band of prices `floor.<n>` and `paid.<n>`. */
type Values = Record<string, string>;

const KINDS: Record<PayScheme["kind"], string> = {
  account: "Só da conta",
  game: "Do jogo",
  price: "Do preço",
  profit: "Do lucro",
};
const OPTIONS = optionsFrom(KINDS);
const BANDS = Array.from({ length: 12 }, (_, band) => band);

/** A new version of the pay scheme, told in words and by an example before it is saved. */
export default function PaySchemeDialog({ current, games, ...dialog }: Props) {
  const [asked, setAsked] = useState<(Asked & { text: string; example: string }) | null>(null);
  const { mutateAsync: preview } = useMutation({
    mutationFn: (body: PaySchemeBody) => api.post("/api/settings/pay-schemes/preview", { body }),
  });
  const { mutateAsync: save } = useMutation({
    meta: { invalidates: [paySchemesQuery(), automaticEarningQuery()], done: "Esquema de pagamento salvo" },
    mutationFn: ({ body, key }: Asked) => api.post("/api/settings/pay-schemes", { body, idempotencyKey: key }),
    onSuccess: dialog.onClose,
  });
  const form = useForm<Values>({
    initial: valuesOf(current),
    validate: repeatedFloors,
    onSubmit: async (values) => {
      const body = bodyOf(values, Object.keys(games));
      setAsked({ body, key: newIdempotencyKey(), ...(await preview(body)) });
    },
  });
  const { kind = "" } = form.values;
  if (asked) {
    return (
      <ConfirmDialog
        open={dialog.open}
        onClose={() => setAsked(null)}
        onConfirm={() => save(asked)}
        title="Salvar este esquema?"
        description={`Vale para o que for creditado a partir de ${date(asked.body.validFrom)}. O que já foi ganho não muda.`}
        confirmLabel="Salvar esquema"
        cancelLabel="Voltar"
      >
        <p className="font-medium">{asked.text}</p>
        <p className="mt-2 text-muted">{asked.example}</p>
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Novo esquema de pagamento"
      description="Quanto rende cada conta criada, antes do bônus de cada pessoa."
      submitLabel="Revisar"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...form.field("kind")} label="O valor depende" options={OPTIONS} />
        <DateField {...form.field("validFrom")} label="Vigência a partir de" min={today()} />
      </div>
      {kind === "profit" ? (
        <TextField
          {...form.field("terms.percent")}
          label="Percentual do lucro (%)"
          inputMode="decimal"
          hint="Creditado quando o marketplace paga a conta. Com prejuízo, nada é creditado nem descontado."
        />
      ) : (
        <MoneyField {...form.field("amount")} label={AMOUNTS[kind] ?? "Valor por conta"} />
      )}
      {kind === "game" && (
        <div className="grid gap-4 sm:grid-cols-2">
          {Object.entries(games).map(([slug, title]) => (
            <MoneyField key={slug} {...form.field(`terms.${slug}`)} label={title} placeholder="Valor dos outros jogos" />
          ))}
        </div>
      )}
      {kind === "price" &&
        bandsOf(form.values).map((band) => {
          const floor = amountOf(form.values, `floor.${band}`);
          const [problem, hasFloor] = [form.problems[`terms.${floor}`], Number(floor) > 0];
          return (
            <div key={band} className="grid grid-cols-2 gap-4">
              <MoneyField
                {...form.field(`floor.${band}`)}
                currency="EUR"
                label={`Preço a partir de (faixa ${band + 1})`}
                {...(!hasFloor && { error: problem })}
              />
              <MoneyField
                {...form.field(`paid.${band}`)}
                label={`Valor por conta (faixa ${band + 1})`}
                {...(hasFloor && { error: problem })}
              />
            </div>
          );
        })}
      {form.problems.terms && <p className="text-bad text-sm">{form.problems.terms}</p>}
    </FormDialog>
  );
}

const AMOUNTS: Record<string, string> = { game: "Valor dos outros jogos", price: "Valor abaixo da primeira faixa" };

/** As the server takes it where it is an amount, else as it is: the server says what is wrong with it. */
const amountOf = (values: Values, name: string): string => parseMoney(values[name] ?? "") ?? values[name] ?? "";

const isFilled = (values: Values, band: number) => Boolean(values[`floor.${band}`] || values[`paid.${band}`]);

/** One band more than there are, to write the next one into. */
const bandsOf = (values: Values) =>
  BANDS.filter((band) => band === 0 || BANDS.slice(band - 1).some((each) => isFilled(values, each)));

/** Two bands from one price would be sent as one. */
function repeatedFloors(values: Values) {
  const bands = values.kind === "price" ? BANDS.filter((band) => values[`floor.${band}`]) : [];
  const floors = bands.map((band) => amountOf(values, `floor.${band}`));
  const repeated = bands.filter((_, at) => floors.indexOf(floors[at] ?? "") < at);
  return Object.fromEntries(repeated.map((band) => [`floor.${band}`, "Outra faixa já começa neste preço."]));
}

function valuesOf({ kind, amount, terms }: PayScheme): Values {
  const values: Values = { kind, amount: decimal(amount), validFrom: today() };
  const sorted = Object.entries(terms).sort(([one], [other]) => Number(one) - Number(other));
  for (const [band, [key, paid]] of sorted.entries()) {
    if (kind === "price") values[`floor.${band}`] = decimal(key);
    values[kind === "price" ? `paid.${band}` : `terms.${key}`] = decimal(paid);
  }
  return values;
}

function bodyOf(values: Values, games: readonly string[]): PaySchemeBody {
  const terms = {
    account: [],
    game: games.filter((slug) => values[`terms.${slug}`]).map((slug) => [slug, amountOf(values, `terms.${slug}`)]),
    price: BANDS.filter((band) => isFilled(values, band)).map((band) => [
      amountOf(values, `floor.${band}`),
      amountOf(values, `paid.${band}`),
    ]),
    profit: [["percent", amountOf(values, "terms.percent")]],
  };
  const kind = values.kind as PaySchemeBody["kind"];
  const amount = kind === "profit" ? "0.00" : amountOf(values, "amount");
  return { kind, amount, terms: Object.fromEntries(terms[kind]), validFrom: values.validFrom };
}
