import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { SessionWords } from "@/ui/session-notice";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the bottom. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Stays open whatever people press. */
  busy?: boolean;
  /** Holds what was typed: the page is not left without a question, nor the window closed by Escape or a click. */
  unsaved?: boolean | undefined;
  /** A question that has to be answered: not closed by a click outside. */
  alert?: boolean;
  /** Its body has nothing to press, and is scrolled with the keys once it has the focus itself. */
  reading?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Makes body and footer one form. */
  onSubmit?: (event: FormEvent) => void;
  children?: ReactNode;
};

const READING = { tabIndex: 0, role: "group", "aria-label": "Conteúdo" };

const WIDTHS = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-4xl" };

const FIELDS = "input:not([type=hidden], [type=file], :disabled), select:not(:disabled), textarea:not(:disabled)";

/** The loaded half of Dialog. On phones it rises from the bottom edge. */
export default function DialogPopup(props: DialogProps) {
  const { open, onClose, title, description, footer, size = "sm", busy = false, alert = false, unsaved } = props;
  const Frame = props.onSubmit ? "form" : "div";
  const body = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const dismiss = unsaved ? () => setAsking(true) : onClose;
  // Not where it would cover the window with a keyboard; without a field the first button has the focus.
  const firstField = (opened: string) =>
    (opened !== "touch" && body.current?.querySelector<HTMLElement>(FIELDS)) || true;
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={alert || busy}
      onOpenChange={(next) => {
        if (!next && !busy) dismiss();
      }}
    >
      <Base.Portal container={document.getElementById("windows") ?? undefined}>
        {/* Forced, since a window over a window would have none. */}
        <Base.Backdrop forceRender className="dialog-backdrop" />
        <Base.Popup
          className={clsx("dialog-popup", WIDTHS[size])}
          initialFocus={props.initialFocus ?? firstField}
          role={alert ? "alertdialog" : "dialog"}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description && <Base.Description className="mt-0.5 text-muted">{description}</Base.Description>}
            </div>
            {!alert && <IconButton icon="close" label="Fechar" size="sm" disabled={busy} onClick={dismiss} />}
          </header>
          <Frame className="flex min-h-0 flex-col" onSubmit={props.onSubmit} noValidate={props.onSubmit && true}>
            {props.children && (
              <div ref={body} className="min-h-0 overflow-y-auto px-5 pb-4" {...(props.reading && READING)}>
                <SessionWords />
                {props.children}
              </div>
            )}
            {footer && <footer className="dialog-footer">{footer}</footer>}
          </Frame>
          {unsaved && <DiscardQuestion open={open && asking} onStay={() => setAsking(false)} onDiscard={onClose} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What was typed is not thrown away by a slip. */
function DiscardQuestion({ open, onStay, onDiscard }: { open: boolean; onStay: () => void; onDiscard: () => void }) {
  return (
    <DialogPopup
      alert
      open={open}
      onClose={onStay}
      title="Descartar o que você digitou?"
      footer={
        <>
          <Button onClick={onStay}>Continuar editando</Button>
          <Button variant="danger" onClick={onDiscard}>
            Descartar
          </Button>
        </>
      }
    />
  );
}
