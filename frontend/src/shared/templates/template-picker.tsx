import { Suspense } from "react";
import type { Game } from "@/api/client";
import type { AppliedTemplate } from "@/api/templates";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { Button } from "@/ui/button";

const TemplatesDialog = lazy(() => import("@/shared/templates/templates-dialog"));

/** The button behind which a creator's templates are: applied, written, shared. Their code comes when it is pressed. */
export function TemplatePicker({ game, onApply }: { game: Game; onApply: (template: AppliedTemplate) => void }) {
  const { opening, show, close } = useOpening<null>();
  return (
    <>
      <Button size="sm" icon="file" onClick={() => show(null)}>
        Modelos
      </Button>
      {opening && (
        <Suspense>
          <TemplatesDialog key={opening.number} open={opening.open} onClose={close} game={game} onApply={onApply} />
        </Suspense>
      )}
    </>
  );
}
