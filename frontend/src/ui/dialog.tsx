import { Suspense, useEffect, useState } from "react";
import { onFirstInteraction } from "@/lib/first-interaction";
import { fetchAhead, lazy } from "@/lib/lazy";
import { useHeldPage } from "@/lib/use-held-page";
import type { DialogProps } from "@/ui/dialog-popup";

const load = () => import("@/ui/dialog-popup");
const DialogPopup = lazy(load);

/** A window over the page. Its code comes at the first sign of somebody, or at the first opening. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  useHeldPage(props.open && props.unsaved === true);

  useEffect(() => onFirstInteraction(() => fetchAhead(load)), []);

  return (
    wasOpened && (
      <Suspense>
        <DialogPopup {...props} />
      </Suspense>
    )
  );
}
