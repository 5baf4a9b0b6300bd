import type { Game } from "@/api/client";
import type { Form } from "@/lib/use-form";
import type { CommonSettings } from "@/shared/creation/settings";
import { RareNote } from "@/shared/templates/rare-note";
import { TemplatePicker } from "@/shared/templates/template-picker";

/** The texts of a template put into the form; what it leaves blank stays. */
export function TemplateField<S extends CommonSettings>({ game, settings }: { game: Game; settings: Form<S> }) {
  const { values, set } = settings;
  return (
    <div className="grid justify-items-start gap-2">
      <TemplatePicker
        game={game}
        onApply={({ title, description, deliveryInstructions, rareList }) => {
          if (title) set("title", title as S["title"]);
          if (description) set("description", description as S["description"]);
          if (deliveryInstructions) set("deliveryInstructions", deliveryInstructions as S["deliveryInstructions"]);
          set("rareList", rareList as S["rareList"]);
        }}
      />
      <RareNote items={values.rareList ?? []} onRemove={() => set("rareList", [] as S["rareList"])} />
    </div>
  );
}
