import { type FormEvent, lazy, type ReactNode, type RefObject, Suspense, useEffect, useState } from "react";
import { atFirstSign } from "@/lib/first-sign";
import { useHeldPage } from "@/lib/held-page";

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
  initialFocus?: RefObject<HTMLElement | null>;
  /** Makes body and footer one form. */
  onSubmit?: (event: FormEvent) => void;
  children?: ReactNode;
};

const load = () => import("@/ui/dialog-popup");
const DialogPopup = lazy(load);

/** A window over the page. Its code comes at the first sign of somebody, or at the first opening. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  useHeldPage(props.open && props.unsaved === true);

  useEffect(() => atFirstSign(load), []);

  return (
    wasOpened && (
      <Suspense>
        <DialogPopup {...props} />
      </Suspense>
    )
  );
}
