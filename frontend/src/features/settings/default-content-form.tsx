import { FormCard } from "@/features/settings/form-card";
import type { GlobalSettings } from "@/features/settings/global-settings";
import { useSettingsForm } from "@/features/settings/use-settings-form";
import { Field } from "@/ui/field";
import { TextField } from "@/ui/text-field";
import { Textarea } from "@/ui/textarea";

type Values = { defaultDescription: string; defaultInstructions: string; defaultImageUrl: string };

/** The third of the three forms: what a listing says when nobody wrote something else. */
export function DefaultContentForm({ settings }: { settings: GlobalSettings }) {
  const form = useSettingsForm<Values>({ saved: valuesOf(settings), changesOf });
  return (
    <FormCard
      title="Conteúdo padrão"
      description="O que vai nos anúncios quando ninguém escreveu outra coisa."
      saveLabel="Salvar Conteúdo"
      busy={form.busy}
      unchanged={form.unchanged}
      onSubmit={form.submit}
    >
      <Field
        label="Descrição padrão"
        hint="Abre nos formulários de quem não tem descrição própria no perfil. Em branco, vale o texto de cada jogo."
        error={form.problems.defaultDescription}
      >
        <Textarea
          rows={5}
          value={form.values.defaultDescription}
          onChange={(event) => form.set("defaultDescription", event.target.value)}
        />
      </Field>
      <Field
        label="Instruções padrão"
        hint="Instruções de entrega com que os formulários abrem. Em branco, vale o texto de cada jogo."
        error={form.problems.defaultInstructions}
      >
        <Textarea
          rows={5}
          value={form.values.defaultInstructions}
          onChange={(event) => form.set("defaultInstructions", event.target.value)}
        />
      </Field>
      <TextField
        {...form.field("defaultImageUrl")}
        label="Imagem padrão (URL)"
        hint="Enviada quando um anúncio não tem imagem: o GameBoost recusa anúncios sem nenhuma."
        type="url"
        inputMode="url"
      />
    </FormCard>
  );
}

function valuesOf({ defaultDescription, defaultInstructions, defaultImageUrl }: GlobalSettings): Values {
  return { defaultDescription, defaultInstructions, defaultImageUrl };
}

function changesOf(values: Values) {
  return { ...values, defaultImageUrl: values.defaultImageUrl.trim() };
}
