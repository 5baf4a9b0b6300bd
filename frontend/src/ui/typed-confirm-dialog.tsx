import { type ReactNode, type SyntheticEvent, useState } from "react";
import { useSingleFlight } from "@/lib/use-single-flight";
import { FormDialog } from "@/ui/form-dialog";
import { TextField } from "@/ui/text-field";

type TypedConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description: ReactNode;
  /** What has to be typed, in capitals or not. */
  words: string;
  confirmLabel: string;
  /** Runs once however often it is sent. */
  onConfirm: () => unknown;
  children?: ReactNode;
};

/** A yes that has to be typed: what it does is not done by a slip. */
export function TypedConfirmDialog({ words, confirmLabel, onConfirm, children, ...dialog }: TypedConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const { run, busy } = useSingleFlight(onConfirm);
  const confirmed = typed.trim().toLowerCase() === words.toLowerCase();
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
            Digite <strong>{words}</strong> para confirmar
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
