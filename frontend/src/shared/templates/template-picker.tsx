import type { Game } from "@/api/client";
import type { AppliedTemplate } from "@/api/templates";
import { lazy } from "@/lib/lazy";
import { useOpening } from "@/lib/use-opening";
import { Button } from "@/ui/button";

const TemplatesDialog = lazy(() => import("@/shared/templates/templates-dialog"));

type TemplatePickerProps = {
  game: Game;
  /** Only those for this marketplace, and in this language, or for any; all where they are left out. */
  service?: string;
  language?: string;
  onApply: (template: AppliedTemplate) => void;
};

/** The button behind which a creator's templates are: applied, written, shared. Their code comes when it is pressed. */
export function TemplatePicker({ onApply, ...wanted }: TemplatePickerProps) {
  const templates = useOpening<null>();
  return (
    <>
      <Button size="sm" icon="file" onClick={() => templates.show(null)}>
        Modelos
      </Button>
      {templates.dialog(TemplatesDialog, () => ({ ...wanted, onApply }))}
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
