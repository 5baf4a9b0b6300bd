import { addBalance } from "@/api/earnings";
import { MAX_AMOUNT_TEXT } from "@/lib/constants";
import { money } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useMoneyForm } from "@/screens/admin-panel/use-money-form";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { PersonPicker } from "@/shared/people/person-picker";
import { Field, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { MoneyField } from "@/ui/value-fields";

type BalanceDialogProps = { person?: PersonChoice; open: boolean; onClose: () => void };

export default function BalanceDialog({ person: given, ...dialog }: BalanceDialogProps) {
  const { form, person, choose } = useMoneyForm({
    person: given,
    tooHigh: `O valor máximo é ${MAX_AMOUNT_TEXT}`,
    validate: ({ description }) => (description.trim() === "" ? { description: "Campo Descrição é obrigatório" } : {}),
    move: addBalance,
    onMoved: ({ amount }, receiver) => {
      toast.success(`${money(amount)} adicionados ao saldo de ${nameOf(receiver)}.`);
      dialog.onClose();
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Adicionar Saldo"
      description="O valor entra como ganho pendente do funcionário."
      submitLabel="Adicionar Saldo"
    >
      <Field label="Funcionário" error={form.problems.userId} required>
        <PersonPicker value={person} onChange={choose} />
      </Field>
      <MoneyField {...form.field("amount")} label="Valor" hint="Fica pendente até ser transferido." required />
      <TextField
        {...form.field("description")}
        label="Descrição"
        hint="O funcionário a vê no extrato."
        maxLength={300}
        required
      />
    </FormDialog>
  );
}
