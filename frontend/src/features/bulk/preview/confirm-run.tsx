import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import type { Configuration } from "@/features/bulk/configuration";
import type { PreviewBody, PreviewState } from "@/features/bulk/preview/use-preview";
import type { StartRun } from "@/features/bulk/preview/use-start-run";

export type ConfirmRunProps<T> = {
  open: boolean;
  onClose: () => void;
  preview: PreviewState<T>;
  /** What was previewed and is sent. */
  body: PreviewBody;
  start: StartRun;
  configuration: Configuration;
  /** Further lines, told first: the title, the price. */
  facts?: readonly (readonly [name: string, value: ReactNode])[];
  /** Rows that the browser's own rules hold back. */
  leftOut: number;
};

const ConfirmRunDialog = lazy(() => import("@/features/bulk/preview/confirm-run-dialog"));

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
