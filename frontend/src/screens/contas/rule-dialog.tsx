import { useMutation } from "@tanstack/react-query";
import { type SavedRule, saveRule, stockKey } from "@/api/stock";
import { decimal, parseMoney } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import type { DialogOpening } from "@/lib/use-opening";
import { KINDS, MODES, ROUNDINGS } from "@/screens/contas/words";
import { type Option, optionsFrom, SelectField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { MoneyField } from "@/ui/value-fields";

type RuleDialogProps = DialogOpening & { rule: SavedRule | null; games: Option[]; services: Option[] };

export default function RuleDialog({ rule, games, services, ...dialog }: RuleDialogProps) {
  const { mutateAsync: save } = useMutation({
    meta: { invalidates: [{ queryKey: stockKey }] },
    mutationFn: (values: Values) => saveRule(rule?.id, requestOf(values)),
    onSuccess: () => {
      toast.success("Regra salva. O que ela propuser aparece em instantes.");
      dialog.onClose();
    },
  });
  const form = useForm({ initial: valuesOf(rule), validate: problemsOf, onSubmit: save });
  const { kind } = form.values;
  const isSuggested = kind === "ai_price";
  return (
    <FormDialog
      {...dialog}
      form={form}
      size="md"
      title={rule ? "Editar regra" : "Nova regra"}
      description="O piso de cada conta é o custo, a taxa e o ganho pago por ela. Sem um deles, a regra só propõe."
      submitLabel="Salvar"
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField {...form.field("name")} label="Nome" maxLength={80} required />
        <SelectField {...form.field("mode")} label="O que faz" options={optionsFrom(MODES)} />
        <SelectField {...form.field("kind")} label="Olha para" options={optionsFrom(KINDS)} />
        <SelectField {...form.field("game")} label="Jogo" placeholder="Todos os jogos" options={games} />
        {!isSuggested && (
          <>
            <SelectField
              {...form.field("service")}
              label="Marketplace"
              placeholder="Todos os marketplaces"
              options={services}
            />
            <TextField {...form.field("threshold")} label={KINDS[kind].threshold} inputMode="numeric" required />
            <TextField {...form.field("percentage")} label="Reduzir (%)" inputMode="decimal" required />
          </>
        )}
        <SelectField {...form.field("rounding")} label="Arredondar" options={optionsFrom(ROUNDINGS)} />
        <MoneyField
          {...form.field("cost")}
          label="Custo por conta"
          currency="EUR"
          hint="Para contas cujo custo não é conhecido."
        />
        <TextField {...form.field("feePercentage")} label="Taxa do marketplace (%)" inputMode="decimal" />
        <TextField {...form.field("daily")} label="Mudanças por conta e dia" inputMode="numeric" required />
        <TextField {...form.field("restDays")} label="Dias entre duas mudanças" inputMode="numeric" required />
      </div>
    </FormDialog>
  );
}

type Values = ReturnType<typeof valuesOf>;

function valuesOf(rule: SavedRule | null) {
  return {
    name: rule?.name ?? "",
    kind: rule?.kind ?? ("age" as const),
    mode: rule?.mode ?? ("propose" as const),
    game: rule?.game ?? "",
    service: rule?.service ?? ("" as const),
    rounding: rule?.rounding ?? ("cents" as const),
    threshold: String(rule?.threshold ?? 30),
    percentage: decimal(rule?.percentage ?? 5),
    cost: rule?.cost ? decimal(rule.cost) : "",
    feePercentage: rule?.feePercentage ? decimal(rule.feePercentage) : "",
    daily: String(rule?.daily ?? 1),
    restDays: String(rule?.restDays ?? 3),
  };
}

const isWhole = (typed: string) => /^\d{1,6}$/.test(typed.trim());
const isPercentage = (typed: string) => Number(parseMoney(typed) ?? Number.NaN) >= 0 && Number(parseMoney(typed)) <= 90;

function problemsOf({ name, threshold, percentage, cost, feePercentage, daily, restDays }: Values) {
  const whole = "Informe um número inteiro.";
  return {
    ...(name.trim() === "" && { name: "Campo Nome é obrigatório" }),
    ...(!isWhole(threshold) && { threshold: whole }),
    ...(!isPercentage(percentage) && { percentage: "Informe de 0 a 90 por cento." }),
    ...(cost.trim() !== "" && parseMoney(cost) === null && { cost: "Informe um valor válido." }),
    ...(feePercentage.trim() !== "" &&
      !isPercentage(feePercentage) && { feePercentage: "Informe de 0 a 90 por cento." }),
    ...(!isWhole(daily) && { daily: whole }),
    ...(!isWhole(restDays) && { restDays: whole }),
  };
}

function requestOf({ name, threshold, percentage, cost, feePercentage, daily, restDays, ...choices }: Values) {
  const isSuggested = choices.kind === "ai_price";
  return {
    ...choices,
    ...(isSuggested && { service: "" as const }),
    name: name.trim(),
    threshold: isSuggested ? 0 : Number(threshold),
    percentage: isSuggested ? "0" : (parseMoney(percentage) ?? ""),
    cost: parseMoney(cost),
    feePercentage: parseMoney(feePercentage),
    daily: Number(daily),
    restDays: Number(restDays),
  };
}
