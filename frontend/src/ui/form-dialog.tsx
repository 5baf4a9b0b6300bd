import type { ComponentProps, ReactNode, SyntheticEvent } from "react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { DialogProps } from "@/ui/dialog-popup";

type FormDialogProps = Pick<DialogProps, "open" | "onClose" | "title" | "description" | "size" | "alert"> & {
  /** What useForm answers, or as much of it as a dialog needs. */
  form: { busy: boolean; changed?: boolean; submit: (event: SyntheticEvent) => unknown };
  submitLabel: ReactNode;
  submitVariant?: ComponentProps<typeof Button>["variant"];
  /** What was typed cannot be sent as it is. */
  submitDisabled?: boolean;
  /** At the left of the buttons. */
  note?: ReactNode;
  children: ReactNode;
};

/** A form in a window of its own: sent once, kept while it is on its way, and not thrown away by a slip. */
export function FormDialog(props: FormDialogProps) {
  const { form, submitLabel, submitVariant = "primary", submitDisabled = false, note, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      busy={form.busy}
      unsaved={form.changed}
      onSubmit={form.submit}
      footer={
        <>
          {note}
          <Button disabled={form.busy} onClick={dialog.onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant={submitVariant} busy={form.busy} disabled={submitDisabled}>
            {submitLabel}
          </Button>
        </>
      }
    />
  );
}
