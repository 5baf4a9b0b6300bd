import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import type { PreviewCardProps } from "@/features/bulk/preview/preview-panel";
import { fetchAhead, lazy } from "@/lib/lazy";
import { Card } from "@/ui/card";
import { Skeleton } from "@/ui/skeleton";

const load = () => import("@/features/bulk/preview/preview-panel");
const PreviewPanel = lazy(load);

/** The preview that all creators share: verdicts, filter, bulk edit, and the grid in which lines are put right.
 *
 * Its code comes when the browser is idle (see `usePreviewCode`), or at the first account.
 */
export function PreviewCard<T>(props: PreviewCardProps<T>) {
  const Panel = PreviewPanel as ComponentType<PreviewCardProps<T>>;
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Panel {...props} />
    </Suspense>
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

function Waiting({ title, description, actions }: { title: ReactNode; description?: ReactNode; actions?: ReactNode }) {
  return (
    <Card title={title} description={description} actions={actions}>
      <Skeleton className="h-40" />
    </Card>
  );
}
