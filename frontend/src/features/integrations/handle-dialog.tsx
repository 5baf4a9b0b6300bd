import { useMutation, useQueryClient } from "@tanstack/react-query";
import { handleChange, isAboutChanges, kindWords, type ListingChange } from "@/features/integrations/changes";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/textarea";

type HandleDialogProps = { change: ListingChange; open: boolean; onClose: () => void };

/** Takes a line off the work list; nothing else follows by itself. */
export default function HandleDialog({ change, open, onClose }: HandleDialogProps) {
  const client = useQueryClient();
  const { mutateAsync: handle } = useMutation({
    mutationFn: (note: string) => handleChange(change.id, note),
    onSuccess: () => {
      toast.success("Mudança tratada");
      onClose();
    },
    onSettled: () => client.invalidateQueries({ predicate: isAboutChanges }),
  });
  const form = useForm({ initial: { note: "" }, onSubmit: ({ note }) => handle(note.trim()) });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={form.busy}
      onSubmit={form.submit}
      title="Tratar mudança"
      description={`${kindWords(change.kind).label}: ${change.title || `anúncio ${change.remoteId}`}`}
      footer={
        <>
          <Button disabled={form.busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Marcar como tratada
          </Button>
        </>
      }
    >
      <Field
        label="Observação"
        hint="O que foi decidido. Nada é descontado ou pago automaticamente."
        error={form.problems.note}
      >
        <Textarea
          rows={3}
          maxLength={1000}
          value={form.values.note}
          onChange={(event) => form.set("note", event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
