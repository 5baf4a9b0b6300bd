import { type ComponentType, Suspense, useState } from "react";
import { lazy } from "@/lib/lazy";
import type { ConfirmRunProps } from "@/shared/sheet/confirm-run-dialog";

const ConfirmRunDialog = lazy(() => import("@/shared/sheet/confirm-run-dialog"));

/** What is about to be sent: how many accounts, for how many euros, with which key, at which risk of a fine. */
export function ConfirmRun<T>(props: ConfirmRunProps<T>) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  const Dialog = ConfirmRunDialog as ComponentType<ConfirmRunProps<T>>;
  return (
    wasOpened && (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    )
  );
}
