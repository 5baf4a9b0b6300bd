import { type ComponentType, Suspense, useEffect } from "react";
import { onFirstInteraction } from "@/lib/first-interaction";
import { integer, plural } from "@/lib/format";
import { fetchAhead, lazy } from "@/lib/lazy";
import type { PreviewPanelProps } from "@/shared/sheet/preview-panel";
import type { GridRow } from "@/shared/sheet/rows";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/card";

const load = () => import("@/shared/sheet/preview-panel");
const PreviewPanel = lazy(load);

/** The preview that all creators share: verdicts, filter, bulk edit, and the grid in which lines are put right. The grid's
 * code comes with the first move of the person (see `usePreviewCode`), or at the first account. */
export function PreviewCard<T>(props: PreviewPanelProps<T>) {
  const Panel = PreviewPanel as ComponentType<PreviewPanelProps<T>>;
  return (
    <Suspense fallback={<Skeleton className="m-4 h-40" />}>
      <Panel {...props} />
    </Suspense>
  );
}

/** Fetches the preview's code ahead, so that the first paste does not wait for it. */
export function usePreviewCode(): void {
  useEffect(() => onFirstInteraction(() => fetchAhead(load)), []);
}

type CreateButtonProps = {
  /** As the grid shows them: what the server refuses of them is not counted. */
  rows: readonly GridRow<unknown>[];
  busy: boolean;
  /** The game's own words, with {count}. */
  label?: string | undefined;
  onCreate: () => void;
};

/** Asks to create what of the preview can be, and says how many that are. */
export function CreateButton({ rows, busy, label, onCreate }: CreateButtonProps) {
  const count = rows.filter(({ verdict }) => verdict === "valid" || verdict === "warning").length;
  return (
    <Button variant="primary" icon="play" busy={busy} onClick={onCreate}>
      {busy ? "Criando contas" : createLabel(count, label)}
    </Button>
  );
}

function createLabel(count: number, label: string | undefined): string {
  if (count === 0) return "Criar Contas";
  return label?.replace("{count}", integer(count)) ?? `Criar ${plural(count, "conta", "contas")}`;
}
