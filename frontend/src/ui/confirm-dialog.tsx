import { type ReactNode, useRef } from "react";
import { useSingleFlight } from "@/lib/use-single-flight";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Something is lost by saying yes. */
  destructive?: boolean;
  /** Off while what is asked about is not known yet: only no can be said. */
  ready?: boolean;
  /** Runs once however often it is clicked; the dialog closes when it succeeds and stays when it is refused. */
  onConfirm: () => unknown;
  children?: ReactNode;
};

/** A yes or no. Focus starts on the answer that changes nothing. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  description,
  confirmLabel = "Confirmar",
  cancelLabel = "Cancelar",
  destructive = false,
  ready = true,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const { run, busy } = useSingleFlight(onConfirm);
  const confirm = async () => {
    if (await run()) onClose();
  };
  return (
    <Dialog
      alert
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      busy={busy}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} disabled={busy} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={destructive ? "danger" : "primary"} busy={busy} disabled={!ready} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
