import type { GlobalSettings } from "@/api/configs";
import { FormCard } from "@/screens/settings/form-card";
import { switchText, useSettingsForm } from "@/screens/settings/use-settings-form";
import { SelectField } from "@/ui/select-field";
import { Switch } from "@/ui/switch";

type AuthMethod = GlobalSettings["authMethod"];
type Values = { authMethod: string; tokenRotation: string; tokenStorage: string };

const BEARER = "A chave vai no cabeçalho Authorization, como Bearer.";

/** The values of `authMethod`, and the header each sends. */
const AUTH_METHODS: Record<AuthMethod, string> = {
  "API Key": BEARER,
  "OAuth 2.0": BEARER,
  JWT: BEARER,
  "Basic Auth": "A chave vai no cabeçalho Authorization, como Basic (usuário:senha).",
};
const OPTIONS = Object.keys(AUTH_METHODS).map((value) => ({ value, label: value }));

/** The second of the three forms: how the keys go out. */
export function AuthenticationForm({ settings }: { settings: GlobalSettings }) {
  const form = useSettingsForm<Values>({ saved: valuesOf(settings), changesOf });
  const { authMethod } = form.values;
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
        hint={AUTH_METHODS[authMethod as AuthMethod]}
        options={OPTIONS}
      />
      <SelectField
        {...form.field("tokenStorage")}
        label="Armazenamento do token"
        hint="As chaves ficam sempre cifradas no banco de dados."
        options={storagesFor(settings.tokenStorage)}
      />
      <Switch
        {...form.toggle("tokenRotation")}
        label="Rotação de token"
        description="Anota que a equipe troca as chaves de tempos em tempos. Os marketplaces não trocam chaves por API: a nova é digitada em Gerenciar APIs."
      />
    </FormCard>
  );
}

function valuesOf({ authMethod, tokenRotation, tokenStorage }: GlobalSettings): Values {
  return { authMethod, tokenRotation: switchText(tokenRotation), tokenStorage };
}

function changesOf({ authMethod, tokenRotation, tokenStorage }: Values) {
  return { authMethod: authMethod as AuthMethod, tokenRotation: tokenRotation !== "", tokenStorage };
}

/** The one storage there is, and whatever else was saved through the API. */
function storagesFor(saved: string) {
  return [...new Set(["Encrypted", saved])].map((value) => ({ value, label: value }));
}
