import { transfer } from "@/api/earnings";
import { MAX_AMOUNT, MAX_AMOUNT_TEXT } from "@/lib/constants";
import { decimal, money, parseMoney } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useMoneyForm } from "@/screens/admin-panel/use-money-form";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { PersonPicker } from "@/shared/people/person-picker";
import { Announcement } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { Field } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { MoneyField } from "@/ui/value-fields";

type TransferDialogProps = { person?: PersonChoice; open: boolean; onClose: () => void };

/** Pays pending earnings, oldest first. */
export default function TransferDialog({ person: given, ...dialog }: TransferDialogProps) {
  const { form, person, choose, pending } = useMoneyForm({
    person: given,
    tooHigh: `O valor máximo para transferência é ${MAX_AMOUNT_TEXT}`,
    validate: ({ amount }, available) =>
      available !== undefined && Number(parseMoney(amount)) > Number(available)
        ? { amount: "Saldo pendente insuficiente." }
        : {},
    move: ({ userId, amount }, key) => transfer({ userId, amount }, key),
    onMoved: ({ amount }, paid) => {
      toast.success(`${money(amount)} transferidos para ${nameOf(paid)}.`);
      dialog.onClose();
    },
  });
  const amount = parseMoney(form.values.amount);
  const fill = () => form.set("amount", decimal(Math.min(Number(pending), MAX_AMOUNT)));
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Transferir pagamento"
      description="Os ganhos pendentes mais antigos são pagos primeiro. Não pode ser desfeito."
      submitLabel={amount === null ? "Transferir" : `Transferir ${money(amount)}`}
    >
      <Field label="Funcionário" error={form.problems.userId} required>
        <PersonPicker value={person} onChange={choose} />
      </Field>
      <div className="flex min-h-13 items-center justify-between gap-4 rounded-md bg-sunken px-4 py-2">
        <div>
          <p className="text-sm text-muted">Saldo pendente</p>
          <Announcement className="font-semibold tabular-nums" text={pending === undefined ? "—" : money(pending)} />
        </div>
        {Number(pending) > 0 && (
          <Button size="sm" onClick={fill}>
            Usar o máximo
          </Button>
        )}
      </div>
      <MoneyField {...form.field("amount")} label="Valor" hint="O resto continua pendente." required />
    </FormDialog>
  );
}
