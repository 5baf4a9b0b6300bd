import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button";

/** The texts of a template; a blank one leaves the form's own. `rareList` goes to `settings.rareList`. */
export type AppliedTemplate = {
  name: string;
  title: string;
  description: string;
  deliveryInstructions: string;
  rareList: string[];
};

const TemplatesDialog = lazy(() => import("@/features/content-templates/templates-dialog"));

/** The button behind which a creator's templates are: applied, written, shared. Their code comes when it is pressed. */
export function TemplatePicker({ game, onApply }: { game: string; onApply: (template: AppliedTemplate) => void }) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <Button
        size="sm"
        icon="file"
        onClick={() => {
          setOpen(true);
          setWasOpened(true);
        }}
      >
        Modelos
      </Button>
      {wasOpened && (
        <Suspense>
          <TemplatesDialog open={open} onClose={() => setOpen(false)} game={game} onApply={onApply} />
        </Suspense>
      )}
    </>
  );
}
