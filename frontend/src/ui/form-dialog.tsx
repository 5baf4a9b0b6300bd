import { type ComponentProps, type ReactNode, type SyntheticEvent, useState } from "react";
import { useSingleFlight } from "@/lib/use-single-flight";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { DialogProps } from "@/ui/dialog-window";
import { TextField } from "@/ui/fields";

type FormDialogProps = Pick<DialogProps, "open" | "onClose" | "title" | "description" | "size" | "alert"> & {
  /** What useForm answers, or as much of it as a dialog needs. */
  form: { busy: boolean; changed?: boolean; submit: (event: SyntheticEvent) => unknown };
  submitLabel: ReactNode;
  submitVariant?: ComponentProps<typeof Button>["variant"];
  /** What was typed cannot be sent as it is. */
  submitDisabled?: boolean;
  note?: ReactNode;
  children: ReactNode;
};

/** A form in a window of its own: sent once, kept while it is on its way, and not thrown away by a slip. */
export function FormDialog(props: FormDialogProps) {
  const { form, submitLabel, submitVariant = "primary", submitDisabled = false, note, children, ...dialog } = props;
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
    >
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </Dialog>
  );
}

type TypedConfirmDialogProps = Pick<DialogProps, "open" | "onClose" | "title" | "description" | "children"> & {
  /** What has to be typed, in capitals or not. */
  phrase: string;
  confirmLabel: string;
  /** Runs once however often it is sent. */
  onConfirm: () => unknown;
};

/** A yes that has to be typed: what it does is not done by a slip. */
export function TypedConfirmDialog({ phrase, confirmLabel, onConfirm, children, ...dialog }: TypedConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const { run, busy } = useSingleFlight(onConfirm);
  const confirmed = typed.trim().toLowerCase() === phrase.toLowerCase();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (confirmed) run();
  };
  return (
    <FormDialog
      {...dialog}
      alert
      form={{ busy, submit }}
      submitLabel={confirmLabel}
      submitVariant="danger"
      submitDisabled={!confirmed}
    >
      {children}
      <TextField
        label={
          <>
            Digite <strong>{phrase}</strong> para confirmar
          </>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
