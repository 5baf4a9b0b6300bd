import { useMutation } from "@tanstack/react-query";
import { handleChange, type ListingChange, marketplaceKeys } from "@/api/marketplace";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { CHANGE_KINDS } from "@/screens/integrations/changes";
import { TextareaField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

type HandleDialogProps = { change: ListingChange; open: boolean; onClose: () => void };

/** Takes a line off the work list; nothing else follows by itself. */
export default function HandleDialog({ change, ...dialog }: HandleDialogProps) {
  const { mutateAsync: handle } = useMutation({
    meta: { invalidates: [{ queryKey: marketplaceKeys.changes }] },
    mutationFn: (note: string) => handleChange(change.id, note),
    onSuccess: () => {
      toast.success("Mudança tratada");
      dialog.onClose();
    },
  });
  const form = useForm({ initial: { note: "" }, onSubmit: ({ note }) => handle(note.trim()) });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Tratar mudança"
      description={`${CHANGE_KINDS[change.kind].label}: ${change.title || `anúncio ${change.remoteId}`}`}
      submitLabel="Marcar como tratada"
    >
      <TextareaField
        {...form.field("note")}
        label="Observação"
        hint="O que foi decidido. Nada é descontado ou pago automaticamente."
        rows={3}
        maxLength={1000}
      />
    </FormDialog>
  );
}
