import type { GlobalSettings } from "@/api/configs";
import { FormCard, useSettingsForm } from "@/screens/settings/settings-form";
import { SelectField, Switch } from "@/ui/fields";

const BEARER = "A chave vai no cabeçalho Authorization, como Bearer.";

/** The values of `authMethod`, and the header each sends. */
const AUTH_METHODS: Record<GlobalSettings["authMethod"], string> = {
  "API Key": BEARER,
  "OAuth 2.0": BEARER,
  JWT: BEARER,
  "Basic Auth": "A chave vai no cabeçalho Authorization, como Basic (usuário:senha).",
};
const OPTIONS = Object.keys(AUTH_METHODS).map((value) => ({ value, label: value }));

/** How the keys go out. */
export function AuthenticationForm({ settings }: { settings: GlobalSettings }) {
  const { authMethod, tokenRotation, tokenStorage } = settings;
  const form = useSettingsForm({ saved: { authMethod, tokenRotation, tokenStorage }, changesOf: (values) => values });
  return (
    <FormCard
      title="Autenticação"
      description="Como as chaves são enviadas e guardadas."
      saveLabel="Salvar Autenticação"
      form={form}
    >
      <SelectField
        {...form.field("authMethod")}
        label="Método de autenticação"
        hint={AUTH_METHODS[form.values.authMethod]}
        options={OPTIONS}
      />
      <SelectField
        {...form.field("tokenStorage")}
        label="Armazenamento do token"
        hint="As chaves ficam sempre cifradas no banco de dados."
        options={storagesFor(tokenStorage)}
      />
      <Switch
        checked={form.values.tokenRotation}
        onChange={(on) => form.set("tokenRotation", on)}
        label="Rotação de token"
        description="Anota que a equipe troca as chaves de tempos em tempos. Os marketplaces não trocam chaves por API: a nova é digitada em Gerenciar APIs."
      />
    </FormCard>
  );
}

/** The one storage there is, and whatever else was saved through the API. */
const storagesFor = (saved: string) => [...new Set(["Encrypted", saved])].map((value) => ({ value, label: value }));
