import { clsx } from "clsx";
import { type FormEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button, IconButton } from "@/ui/button";
import { SessionAlert } from "@/ui/session-notice";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
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

const STOPS =
  "a[href], button:not(:disabled), input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

const FIELDS =
  "input:not([type=hidden], [type=file], [hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";

/** The loaded half of Dialog. On phones it rises from the bottom edge. */
export default function DialogWindow(props: DialogProps & { onShown: (shown: boolean) => void }) {
  const { open, onClose, title, description, footer, size = "sm", busy = false, alert = false, unsaved } = props;
  const Frame = props.onSubmit ? "form" : "div";
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const dismiss = () => {
    if (busy) return;
    if (unsaved) setAsking(true);
    else onClose();
  };
  useModal(dialog, open, props.onShown, props.initialFocus);
  // Before it is seen: after an effect, an early Escape would be lost.
  useLayoutEffect(() => {
    if (!open) return;
    const listening = new AbortController();
    const { signal } = listening;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !dialog.current || dialog.current.inert) return;
      if (event.key === "Tab") goRound(event, dialog.current);
      if (event.key !== "Escape") return;
      // An open list within the window closes first.
      if ((event.target as Element).ariaExpanded === "true") return;
      event.preventDefault();
      dismiss();
    };
    addEventListener("keydown", onKeyDown, { signal, capture: true });
    if (!alert) backdrop.current?.addEventListener("click", dismiss, { signal });
    return () => listening.abort();
  });
  return createPortal(
    <>
      <div ref={backdrop} className="dialog-backdrop" data-open={open || undefined} />
      <dialog
        ref={dialog}
        open
        role={alert ? "alertdialog" : undefined}
        tabIndex={-1}
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        className={clsx("dialog-popup", WIDTHS[size])}
        data-open={open || undefined}
      >
        <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
          <div className="min-w-0">
            <h2 id={`${id}-title`} className="text-lg font-semibold">
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="mt-0.5 text-muted">
                {description}
              </p>
            )}
          </div>
          {!alert && <IconButton icon="close" label="Fechar" size="sm" disabled={busy} onClick={dismiss} />}
        </header>
        <Frame className="flex min-h-0 flex-col" onSubmit={props.onSubmit} noValidate={props.onSubmit && true}>
          {props.children && (
            <div className="min-h-0 overflow-y-auto px-5 pb-4" {...(props.reading && READING)}>
              <SessionAlert />
              {props.children}
            </div>
          )}
          {footer && <footer className="dialog-footer">{footer}</footer>}
        </Frame>
      </dialog>
      {unsaved && open && asking && (
        <DialogWindow
          alert
          open
          onClose={() => setAsking(false)}
          onShown={setAsking}
          title="Descartar o que você digitou?"
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Continuar editando</Button>
              <Button variant="danger" onClick={onClose}>
                Descartar
              </Button>
            </>
          }
        />
      )}
    </>,
    document.getElementById("windows") ?? document.body,
  );
}

/** From the last control the focus goes to the first, and from the first back to the last. */
function goRound(event: KeyboardEvent, dialog: HTMLElement): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter((each) => each.checkVisibility?.() !== false);
  const [end, begin] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const { activeElement } = document;
  if (activeElement !== end && !(event.shiftKey && activeElement === dialog)) return;
  event.preventDefault();
  begin?.focus();
}

/** While `open`, what lies under the window cannot be reached, and the focus is in it; afterwards the focus goes back to
 * where it was. `showModal` would put toasts and live regions out of reach as well. */
function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  open: boolean,
  onShown: (shown: boolean) => void,
  initialFocus?: RefObject<HTMLElement | null>,
): void {
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const own = dialog.current;
    if (!own) return;
    if (!open) {
      const fading = own.getAnimations?.() ?? [];
      if (fading.length === 0) return onShown(false);
      let stays = false;
      Promise.allSettled(fading.map(({ finished }) => finished)).then(() => stays || onShown(false));
      return () => {
        stays = true;
      };
    }
    const before = document.activeElement as HTMLElement;
    if (!own.contains(before)) opener.current = before;
    const others = document.querySelectorAll<HTMLElement>(
      "body > :not(#toasts, #loading-overlay, #announcer), .dialog-popup",
    );
    const covered = [...others].filter((each) => !each.inert && !each.contains(own));
    for (const each of covered) each.inert = true;
    // A phone would cover the window with its keys.
    const field = matchMedia("(pointer: coarse)").matches ? null : own.querySelector<HTMLElement>(FIELDS);
    (initialFocus?.current ?? field ?? own.querySelector("button") ?? own).focus();
    return () => {
      for (const each of covered) each.inert = false;
      // Later, since React gives the focus back to what had it before the change.
      queueMicrotask(() => {
        const { activeElement } = document;
        if (activeElement === document.body || own.contains(activeElement)) opener.current?.focus();
      });
    };
  }, [dialog, open, onShown, initialFocus]);
}
