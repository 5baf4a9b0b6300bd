import { useMutation } from "@tanstack/react-query";
import type { Stale } from "@/api/client";
import type { DialogOpening } from "@/lib/lazy";
import { useForm } from "@/lib/use-form";
import { TextareaField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";

type ReasonDialogProps = DialogOpening & {
  title: string;
  description: string;
  submitLabel: string;
  label?: string;
  hint: string;
  maxLength?: number;
  /** May be left empty; then nothing is lost by it either. */
  optional?: boolean;
  send: (reason: string) => Promise<unknown>;
  /** What is said when it was taken, and what is read again then. */
  done: string;
  invalidates: readonly Stale[];
};

/** An act that is done with words: why, or what was decided. */
export default function ReasonDialog({ send, done, invalidates, ...props }: ReasonDialogProps) {
  const { label = "Motivo", hint, maxLength = 200, optional = false, ...dialog } = props;
  const { mutateAsync } = useMutation({ meta: { invalidates, done }, mutationFn: send, onSuccess: dialog.onClose });
  const form = useForm({
    initial: { reason: "" },
    validate: ({ reason }) => ({ reason: optional || reason.trim() ? undefined : `Campo ${label} é obrigatório` }),
    onSubmit: ({ reason }) => mutateAsync(reason.trim()),
  });
  return (
    <FormDialog {...dialog} form={form} submitVariant={optional ? "primary" : "danger"}>
      <TextareaField
        {...form.field("reason")}
        label={label}
        hint={hint}
        required={!optional}
        rows={3}
        maxLength={maxLength}
      />
    </FormDialog>
  );
}
