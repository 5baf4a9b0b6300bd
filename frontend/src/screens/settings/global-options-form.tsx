import type { GlobalSettings } from "@/api/configs";
import { FormCard } from "@/screens/settings/form-card";
import { switchText, useSettingsForm } from "@/screens/settings/use-settings-form";
import { SelectField } from "@/ui/select-field";
import { Switch } from "@/ui/switch";
import { TextField } from "@/ui/text-field";

type Values = {
  retryAttempts: string;
  errorHandling: string;
  cacheTime: string;
  enableCache: string;
  enableMetrics: string;
  enableRateLimiting: string;
  usdEurRate: string;
  credentialDays: string;
};

/** The values of `errorHandling`, and what each does to a run. */
const ERROR_HANDLING: Record<GlobalSettings["errorHandling"], string> = {
  "Log and retry": "Reenvia uma conta até o limite de tentativas e registra cada uma.",
  "Log and continue": "Não reenvia: a conta falha e a execução segue para a próxima.",
  "Log and throw": "Não reenvia: a primeira falha pausa a execução até alguém decidir.",
  "Silent retry": "Reenvia até o limite de tentativas, sem um registro para cada uma.",
};
const ERROR_HANDLINGS = Object.keys(ERROR_HANDLING).map((value) => ({ value, label: value }));

/** The first of the three forms: what the run engine and the screens do with every call. */
export function GlobalOptionsForm({ settings }: { settings: GlobalSettings }) {
  const form = useSettingsForm<Values>({ saved: valuesOf(settings), validate: problemsOf, changesOf });
  const { errorHandling } = form.values;
  return (
    <FormCard
      title="Opções globais"
      description="Valem para as chamadas e execuções de todos."
      saveLabel="Salvar Opções"
      form={form}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field("retryAttempts")}
          label="Tentativas de repetição"
          hint="Quantas vezes mais uma conta é enviada, depois de confirmado que ela não existe no marketplace."
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
        />
        <SelectField
          {...form.field("errorHandling")}
          label="Tratamento de erros"
          hint={ERROR_HANDLING[errorHandling as GlobalSettings["errorHandling"]]}
          options={ERROR_HANDLINGS}
        />
        <TextField
          {...form.field("cacheTime")}
          label="Tempo de cache (segundos)"
          hint="Por quanto tempo a resposta de uma consulta ao marketplace é reaproveitada."
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
        />
        <TextField
          {...form.field("usdEurRate")}
          label="Câmbio: euros por dólar"
          hint="Um preço digitado em USD sai em euro por esta taxa, mostrado antes do envio."
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...form.field("credentialDays")}
          label="Guarda das credenciais (dias)"
          hint="Quantos dias depois da execução os logins e senhas das contas são apagados."
          type="number"
          inputMode="numeric"
          min={1}
          max={365}
          step={1}
        />
      </div>
      <Switch
        {...form.toggle("enableCache")}
        label="Cache"
        description="Consultas repetidas são respondidas sem nova chamada, até o tempo acima ou até algo mudar na mesma chave."
      />
      <Switch
        {...form.toggle("enableRateLimiting")}
        label="Limite de chamadas"
        description="As telas param antes do limite da chave, para sobrar espaço às execuções."
      />
      <Switch
        {...form.toggle("enableMetrics")}
        label="Métricas"
        description="Cada chamada vira uma linha de atividade. Desligado, os números de Integrações param de contar."
      />
    </FormCard>
  );
}

function valuesOf(settings: GlobalSettings): Values {
  return {
    retryAttempts: String(settings.retryAttempts),
    errorHandling: settings.errorHandling,
    cacheTime: String(settings.cacheTime),
    enableCache: switchText(settings.enableCache),
    enableMetrics: switchText(settings.enableMetrics),
    enableRateLimiting: switchText(settings.enableRateLimiting),
    usdEurRate: String(Number(settings.usdEurRate)).replace(".", ","),
    credentialDays: String(settings.credentialDays),
  };
}

function changesOf(values: Values) {
  return {
    retryAttempts: Number(values.retryAttempts),
    errorHandling: values.errorHandling as GlobalSettings["errorHandling"],
    cacheTime: Number(values.cacheTime),
    enableCache: values.enableCache !== "",
    enableMetrics: values.enableMetrics !== "",
    enableRateLimiting: values.enableRateLimiting !== "",
    usdEurRate: decimalOf(values.usdEurRate),
    credentialDays: Number(values.credentialDays),
  };
}

function problemsOf({ retryAttempts, cacheTime, usdEurRate, credentialDays }: Values): Partial<Values> {
  const rate = decimalOf(usdEurRate);
  return {
    ...(!isCount(retryAttempts) && { retryAttempts: "Tentativas de repetição deve ser pelo menos 0" }),
    ...(!isCount(cacheTime) && { cacheTime: "Tempo de cache deve ser pelo menos 0" }),
    ...(!(/^\d{1,4}(\.\d{1,4})?$/.test(rate) && Number(rate) > 0) && {
      usdEurRate: "Informe uma taxa de câmbio válida",
    }),
    ...(!(isCount(credentialDays) && Number(credentialDays) >= 1 && Number(credentialDays) <= 365) && {
      credentialDays: "Informe de 1 a 365 dias",
    }),
  };
}

function isCount(typed: string): boolean {
  return /^\d+$/.test(typed.trim());
}

/** "0,87" → "0.87" */
function decimalOf(typed: string): string {
  return typed.trim().replace(",", ".");
}
