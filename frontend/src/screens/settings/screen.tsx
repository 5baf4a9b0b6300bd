import { useQuery } from "@tanstack/react-query";
import { type GlobalSettings, globalSettingsQuery } from "@/api/configs";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { AuthenticationForm } from "@/screens/settings/authentication-form";
import { AutomaticEarningCard } from "@/screens/settings/automatic-earning";
import { GlobalOptionsForm } from "@/screens/settings/global-options-form";
import { FormCard, useSettingsForm } from "@/screens/settings/settings-form";
import { TextareaField, TextField } from "@/ui/fields";
import { QueryResult, Skeleton } from "@/ui/states";

const COLUMNS = "grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]";

/** 'Configurações': what holds for everybody's calls, and what a created account earns. */
export function SettingsScreen() {
  return (
    <QueryResult
      query={useQuery(globalSettingsQuery())}
      failed="Falha ao carregar configurações globais"
      framed
      fallback={<Loading />}
    >
      {(settings) => (
        <div className={COLUMNS}>
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

/** The places of the four cards. */
function Loading() {
  return (
    <div role="status" aria-label="Carregando..." className={COLUMNS}>
      <div className="grid gap-5">
        <Skeleton className="h-140" />
        <Skeleton className="h-140" />
      </div>
      <div className="grid gap-5">
        <Skeleton className="h-104" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}

/** What a listing says when nobody wrote something else. */
function DefaultContentForm({ settings }: { settings: GlobalSettings }) {
  const { defaultDescription, defaultInstructions, defaultImageUrl } = settings;
  const form = useSettingsForm({
    saved: { defaultDescription, defaultInstructions, defaultImageUrl },
    changesOf: (values) => ({ ...values, defaultImageUrl: values.defaultImageUrl.trim() }),
  });
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

mount("settings", SettingsScreen);
