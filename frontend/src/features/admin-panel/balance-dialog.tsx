import { nameOf, type PersonChoice } from "@/features/admin/person-name";
import { PersonPicker } from "@/features/admin/person-picker";
import { addBalance } from "@/features/admin-panel/money";
import { useMoneyForm } from "@/features/admin-panel/use-money-form";
import { money } from "@/lib/format";
import { toast } from "@/lib/toast";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { MoneyInput } from "@/ui/money-input";
import { TextField } from "@/ui/text-field";

type BalanceDialogProps = { person?: PersonChoice; open: boolean; onClose: () => void };

/** 'add balance also requires a description' (document 1 §5). */
export default function BalanceDialog({ person: given, open, onClose }: BalanceDialogProps) {
  const { form, person, choose } = useMoneyForm({
    person: given,
    tooHigh: "O valor máximo é R$ 10.000",
    validate: ({ description }) => (description.trim() === "" ? { description: "Campo Descrição é obrigatório" } : {}),
    move: addBalance,
    onMoved: ({ amount }, receiver) => {
      toast.success(`${money(amount)} adicionados ao saldo de ${nameOf(receiver)}.`);
      onClose();
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={form.busy}
      onSubmit={form.submit}
      title="Adicionar Saldo"
      description="O valor entra como ganho pendente do funcionário."
      footer={
        <>
          <Button disabled={form.busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Adicionar Saldo
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Funcionário" error={form.problems.userId} required>
          <PersonPicker value={person} onChange={choose} />
        </Field>
        <Field label="Valor" hint="Fica pendente até ser transferido." error={form.problems.amount} required>
          <MoneyInput value={form.values.amount} onChange={(event) => form.set("amount", event.target.value)} />
        </Field>
        <TextField
          {...form.field("description")}
          label="Descrição"
          hint="O funcionário a vê no extrato."
          maxLength={300}
          required
        />
      </div>
    </Dialog>
  );
}
