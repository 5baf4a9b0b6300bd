import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { fetchAhead, lazy } from "@/lib/lazy";
import type { PreviewPanelProps } from "@/shared/sheet/preview-panel";
import { Card } from "@/ui/card";
import { Skeleton } from "@/ui/states";

const load = () => import("@/shared/sheet/preview-panel");
const PreviewPanel = lazy(load);

type PreviewCardProps<T> = PreviewPanelProps<T> & {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
};

/** The preview that all creators share: verdicts, filter, bulk edit, and the grid in which lines are put right.
 *
 * The grid's code comes when the browser is idle (see `usePreviewCode`), or at the first account. The title's buttons
 * stay the same ones meanwhile: one that is being pressed, or has the focus, is not swapped.
 */
export function PreviewCard<T>({ title, description, actions, ...panel }: PreviewCardProps<T>) {
  const Panel = PreviewPanel as ComponentType<PreviewPanelProps<T>>;
  return (
    <Card title={title} description={description} actions={actions} padded={false}>
      <Suspense fallback={<Skeleton className="m-4 h-40" />}>
        <Panel {...panel} />
      </Suspense>
    </Card>
  );
}

/** Fetches the preview's code ahead, so that the first paste does not wait for it. */
export function usePreviewCode(): void {
  useEffect(() => {
    if (typeof requestIdleCallback !== "function") return;
    const handle = requestIdleCallback(() => fetchAhead(load));
    return () => cancelIdleCallback(handle);
  }, []);
}
