import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { onFirstInteraction } from "@/lib/first-interaction";
import { fetchAhead, lazy } from "@/lib/lazy";
import { useHeldPage } from "@/lib/use-held-page";
import { useSingleFlight } from "@/lib/use-single-flight";
import { Button } from "@/ui/button";
import type { DialogProps } from "@/ui/dialog-window";

const load = () => import("@/ui/dialog-window");
const DialogWindow = lazy(load);

/** A window over the page, which stays there until it has faded. Its code comes at the first sign of somebody, or at the
 * first opening. */
export function Dialog(props: DialogProps) {
  const [shown, setShown] = useState(props.open);
  if (props.open && !shown) setShown(true);
  useHeldPage(props.open && props.unsaved === true);

  useEffect(() => onFirstInteraction(() => fetchAhead(load)), []);

  return (
    shown && (
      <Suspense>
        <DialogWindow {...props} onShown={setShown} />
      </Suspense>
    )
  );
}

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
