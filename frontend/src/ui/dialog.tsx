import { Suspense, useEffect, useRef, useState } from "react";
import { onFirstInteraction } from "@/lib/first-interaction";
import { fetchAhead, lazy } from "@/lib/lazy";
import { useHeldPage } from "@/lib/use-held-page";
import { useSingleFlight } from "@/lib/use-single-flight";
import { Button } from "@/ui/button";
import type { DialogProps } from "@/ui/dialog-window";

const load = () => import("@/ui/dialog-window");
const DialogWindow = lazy(load);

/** A window over the page until it has faded. Its code comes at the first sign of somebody, or at the first opening. */
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

type ConfirmDialogProps = Pick<DialogProps, "open" | "onClose" | "title" | "description" | "children"> & {
  confirmLabel?: string;
  cancelLabel?: string;
  /** Something is lost by saying yes. */
  destructive?: boolean;
  /** Off while what is asked about is not known yet: only no can be said. */
  ready?: boolean;
  /** Runs once however often it is clicked; the dialog closes when it succeeds and stays when it is refused. */
  onConfirm: () => unknown;
};

/** A yes or no. Focus starts on the answer that changes nothing. */
export function ConfirmDialog({ onConfirm, destructive = false, ready = true, ...props }: ConfirmDialogProps) {
  const { confirmLabel = "Confirmar", cancelLabel = "Cancelar", ...dialog } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const { run, busy } = useSingleFlight(onConfirm);
  const confirm = async () => {
    if (await run()) dialog.onClose();
  };
  return (
    <Dialog
      {...dialog}
      alert
      busy={busy}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} disabled={busy} onClick={dialog.onClose}>
            {cancelLabel}
          </Button>
          <Button variant={destructive ? "danger" : "primary"} busy={busy} disabled={!ready} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
