import { useMutation } from "@tanstack/react-query";
import { earningKeys, type Receipt, undoPayout } from "@/api/earnings";
import { money } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { nameOf, type PersonChoice } from "@/shared/people/person-name";
import { TextareaField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

type UndoDialogProps = { payout: Receipt; person: PersonChoice; open: boolean; onClose: () => void };

/** Owes again what a payment settled. */
export default function UndoDialog({ payout, person, ...dialog }: UndoDialogProps) {
  const { mutateAsync: undo } = useMutation({
    meta: { invalidates: [{ queryKey: earningKeys.all }] },
    mutationFn: (reason: string) => undoPayout(payout.id, reason),
    onSuccess: () => {
      toast.success(`${money(payout.amount)} voltaram ao saldo pendente de ${nameOf(person)}.`);
      dialog.onClose();
    },
  });
  const form = useForm({
    initial: { reason: "" },
    validate: ({ reason }) => (reason.trim() === "" ? { reason: "Campo Motivo é obrigatório" } : {}),
    onSubmit: ({ reason }) => undo(reason.trim()),
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Desfazer pagamento ${payout.id}`}
      description={`${money(payout.amount)} voltam ao saldo pendente de ${nameOf(person)} como um ganho novo. O pagamento continua no histórico, marcado como desfeito.`}
      submitLabel="Desfazer pagamento"
      submitVariant="danger"
    >
      <TextareaField
        {...form.field("reason")}
        label="Motivo"
        hint={`${nameOf(person)} é avisado e vê este motivo.`}
        required
        rows={3}
        maxLength={200}
      />
    </FormDialog>
  );
}
