import type { Game } from "@/api/client";
import type { AppliedTemplate } from "@/api/templates";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { Button } from "@/ui/button";

const TemplatesDialog = lazy(() => import("@/shared/templates/templates-dialog"));

/** The button behind which a creator's templates are: applied, written, shared. Their code comes when it is pressed. */
export function TemplatePicker({ game, onApply }: { game: Game; onApply: (template: AppliedTemplate) => void }) {
  const templates = useOpening<null>();
  return (
    <>
      <Button size="sm" icon="file" onClick={() => templates.show(null)}>
        Modelos
      </Button>
      {templates.dialog(TemplatesDialog, () => ({ game, onApply }))}
    </>
  );
}

/** The items that {itens_raros} of the texts chooses from, once a template has brought them. */
export function RareNote({ items, onRemove }: { items: readonly string[]; onRemove: () => void }) {
  if (items.length === 0) return null;
  return (
    <p className="text-muted text-sm">
      Itens raros do modelo: {items.join(", ")}.{" "}
      <button type="button" className="font-medium text-accent underline" onClick={onRemove}>
        Retirar
      </button>
    </p>
  );
}
