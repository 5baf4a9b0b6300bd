import { useQuery } from "@tanstack/react-query";
import { type GlobalSettings, globalSettingsQuery } from "@/api/configs";
import { currentUser } from "@/lib/app-context";
import { AuthenticationForm } from "@/screens/settings/authentication-form";
import { AutomaticEarningCard } from "@/screens/settings/automatic-earning";
import { FormCard } from "@/screens/settings/form-card";
import { GlobalOptionsForm } from "@/screens/settings/global-options-form";
import { LOAD_FAILED } from "@/screens/settings/global-settings";
import { SettingsSkeleton } from "@/screens/settings/settings-skeleton";
import { useSettingsForm } from "@/screens/settings/use-settings-form";
import { QueryResult } from "@/ui/query-result";
import { TextField } from "@/ui/text-field";
import { TextareaField } from "@/ui/textarea-field";

/** 'Three forms (global options, authentication, default content) plus an automatic earning card, rendered only for role
 * admin'. */
export default function SettingsForms() {
  return (
    <QueryResult query={useQuery(globalSettingsQuery())} failed={LOAD_FAILED} framed fallback={<SettingsSkeleton />}>
      {(settings) => (
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid gap-5">
            <GlobalOptionsForm settings={settings} />
            <DefaultContentForm settings={settings} />
          </div>
          <div className="grid gap-5">
            <AuthenticationForm settings={settings} />
            {currentUser().role === "admin" && <AutomaticEarningCard />}
          </div>
        </div>
      )}
    </QueryResult>
  );
}

type Values = { defaultDescription: string; defaultInstructions: string; defaultImageUrl: string };

/** The third of the three forms: what a listing says when nobody wrote something else. */
function DefaultContentForm({ settings }: { settings: GlobalSettings }) {
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
