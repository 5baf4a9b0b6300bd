import type { GlobalSettings } from "@/api/configs";
import { FormCard } from "@/screens/settings/form-card";
import { useSettingsForm } from "@/screens/settings/use-settings-form";
import { TextField } from "@/ui/text-field";
import { TextareaField } from "@/ui/textarea-field";

type Values = { defaultDescription: string; defaultInstructions: string; defaultImageUrl: string };

/** The third of the three forms: what a listing says when nobody wrote something else. */
export function DefaultContentForm({ settings }: { settings: GlobalSettings }) {
  const form = useSettingsForm<Values>({ saved: valuesOf(settings), changesOf });
  return (
    <FormCard
      title="Conteúdo padrão"
      description="O que vai nos anúncios quando ninguém escreveu outra coisa."
      saveLabel="Salvar Conteúdo"
      form={form}
    >
      <TextareaField
        {...form.field("defaultDescription")}
        label="Descrição padrão"
        hint="Abre nos formulários de quem não tem descrição própria no perfil. Em branco, vale o texto de cada jogo."
        rows={5}
      />
      <TextareaField
        {...form.field("defaultInstructions")}
        label="Instruções padrão"
        hint="Instruções de entrega com que os formulários abrem. Em branco, vale o texto de cada jogo."
        rows={5}
      />
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
