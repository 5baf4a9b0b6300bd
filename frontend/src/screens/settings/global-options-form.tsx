import type { GlobalSettings } from "@/api/configs";
import { FormCard, useSettingsForm } from "@/screens/settings/settings-form";
import { SelectField, Switch, TextField } from "@/ui/fields";

type Values = ReturnType<typeof valuesOf>;

/** The values of `errorHandling`, and what each does to a run. */
const ERROR_HANDLING: Record<GlobalSettings["errorHandling"], string> = {
  "Log and retry": "Reenvia uma conta até o limite de tentativas e registra cada uma.",
  "Log and continue": "Não reenvia: a conta falha e a execução segue para a próxima.",
  "Log and throw": "Não reenvia: a primeira falha pausa a execução até alguém decidir.",
  "Silent retry": "Reenvia até o limite de tentativas, sem um registro para cada uma.",
};
const ERROR_HANDLINGS = Object.keys(ERROR_HANDLING).map((value) => ({ value, label: value }));

/** What the run engine and the screens do with every call. */
export function GlobalOptionsForm({ settings }: { settings: GlobalSettings }) {
  const form = useSettingsForm({ saved: valuesOf(settings), validate: problemsOf, changesOf });
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
          hint={ERROR_HANDLING[form.values.errorHandling]}
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
        checked={form.values.enableCache}
        onChange={(on) => form.set("enableCache", on)}
        label="Cache"
        description="Consultas repetidas são respondidas sem nova chamada, até o tempo acima ou até algo mudar na mesma chave."
      />
      <Switch
        checked={form.values.enableRateLimiting}
        onChange={(on) => form.set("enableRateLimiting", on)}
        label="Limite de chamadas"
        description="As telas param antes do limite da chave, para sobrar espaço às execuções."
      />
      <Switch
        checked={form.values.enableMetrics}
        onChange={(on) => form.set("enableMetrics", on)}
        label="Métricas"
        description="Cada chamada vira uma linha de atividade. Desligado, os números de Integrações param de contar."
      />
    </FormCard>
  );
}

function valuesOf({ enableCache, enableMetrics, enableRateLimiting, errorHandling, ...numbers }: GlobalSettings) {
  return {
    enableCache,
    enableMetrics,
    enableRateLimiting,
    errorHandling,
    retryAttempts: String(numbers.retryAttempts),
    cacheTime: String(numbers.cacheTime),
    usdEurRate: String(Number(numbers.usdEurRate)).replace(".", ","),
    credentialDays: String(numbers.credentialDays),
  };
}

function changesOf({ retryAttempts, cacheTime, usdEurRate, credentialDays, ...others }: Values) {
  return {
    ...others,
    retryAttempts: Number(retryAttempts),
    cacheTime: Number(cacheTime),
    usdEurRate: decimalOf(usdEurRate),
    credentialDays: Number(credentialDays),
  };
}

function problemsOf({ retryAttempts, cacheTime, usdEurRate, credentialDays }: Values) {
  const rate = decimalOf(usdEurRate);
  const days = Number(credentialDays);
  const isRate = /^\d{1,4}(\.\d{1,4})?$/.test(rate) && Number(rate) > 0;
  const isDays = isCount(credentialDays) && days >= 1 && days <= 365;
  return {
    ...(!isCount(retryAttempts) && { retryAttempts: "Tentativas de repetição deve ser pelo menos 0" }),
    ...(!isCount(cacheTime) && { cacheTime: "Tempo de cache deve ser pelo menos 0" }),
    ...(!isRate && { usdEurRate: "Informe uma taxa de câmbio válida" }),
    ...(!isDays && { credentialDays: "Informe de 1 a 365 dias" }),
  };
}

const isCount = (typed: string): boolean => /^\d+$/.test(typed.trim());

/** "0,87" → "0.87" */
const decimalOf = (typed: string): string => typed.trim().replace(",", ".");
