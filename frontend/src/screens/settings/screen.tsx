import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, Suspense } from "react";
import { api } from "@/api/client";
import { type GlobalSettings, globalSettingsQuery, type SettingsChanges, saveGlobalSettings } from "@/api/configs";
import { automaticEarningQuery, type PayScheme, paySchemesQuery } from "@/api/earnings";
import { mount } from "@/app/mount";
import { currentUser } from "@/lib/app-context";
import { MAX_AMOUNT, MAX_AMOUNT_TEXT } from "@/lib/constants";
import { NetworkError, rethrowWithMessage } from "@/lib/errors";
import { amountRefusal, date, dateTime, decimal, money, parseMoney } from "@/lib/format";
import { changedFields } from "@/lib/is-equal";
import { lazy, useOpening } from "@/lib/lazy";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { useHeldPage } from "@/lib/use-held-page";
import { Announcement } from "@/ui/announcement";
import { Badge, type Label } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card, QueryResult, Skeleton } from "@/ui/card";
import { SelectField, Switch, TextareaField, TextField } from "@/ui/fields";
import { MoneyField } from "@/ui/value-fields";

const DeductionEffect = lazy(() => import("@/screens/settings/deduction-effect"));

const BEARER = "A chave vai no cabeçalho Authorization, como Bearer.";

/** The values of `authMethod`, and the header each sends. */
const AUTH_METHODS: Record<GlobalSettings["authMethod"], string> = {
  "API Key": BEARER,
  "OAuth 2.0": BEARER,
  JWT: BEARER,
  "Basic Auth": "A chave vai no cabeçalho Authorization, como Basic (usuário:senha).",
};
const OPTIONS = Object.keys(AUTH_METHODS).map((value) => ({ value, label: value }));

function AuthenticationForm({ settings }: { settings: GlobalSettings }) {
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
        // The one storage there is, and whatever else was saved through the API.
        options={[...new Set(["Encrypted", tokenStorage])].map((value) => ({ value, label: value }))}
      />
      <Switch
        checked={form.values.tokenRotation}
        onChange={(on) => form.set("tokenRotation", on)}
        label="Rotação de token"
        description="Apenas registra que a equipe troca as chaves. A nova é digitada em Gerenciar APIs."
      />
    </FormCard>
  );
}

function AutomaticEarningCard() {
  return (
    <QueryResult query={useQuery(automaticEarningQuery())} framed fallback={<Skeleton className="h-52" />}>
      {({ amount }) => <AutomaticEarningForm amount={amount} />}
    </QueryResult>
  );
}

function AutomaticEarningForm({ amount }: { amount: string }) {
  const client = useQueryClient();
  const { mutateAsync: save } = useMutation({
    meta: { invalidates: [paySchemesQuery()] },
    mutationFn: (wanted: string) => {
      const body = { amount: wanted, userId: currentUser().id };
      return api.put("/api/settings/automatic-earning", { body }).catch(withServerMessage);
    },
    onSuccess: (saved) => {
      client.setQueryData(automaticEarningQuery().queryKey, saved);
      form.reset({ amount: decimal(saved.amount) });
      toast.success("Valor automático de ganhos atualizado com sucesso!");
    },
  });
  const form = useForm({
    initial: { amount: decimal(amount) },
    validate: ({ amount: typed }) => ({ amount: problemOf(typed) }),
    onSubmit: ({ amount: typed }) => save(parseMoney(typed) ?? typed),
  });
  const typed = parseMoney(form.values.amount);
  return (
    <FormCard
      title="Ganho automático"
      description="Creditado a quem criou cada conta, assim que ela existe no marketplace. Salvar volta a pagar por conta."
      saveLabel="Salvar Valor"
      form={form}
    >
      <MoneyField
        {...form.field("amount")}
        label="Valor por conta criada"
        hint={typed === null ? undefined : `100 contas rendem ${money(Number(typed) * 100)}, mais o bônus de cada um.`}
      />
    </FormCard>
  );
}

function problemOf(typed: string): string | undefined {
  const amount = parseMoney(typed);
  if (amount === null || Number(amount) < 0)
    return amountRefusal(typed, "Por favor, insira um valor válido (maior ou igual a 0)");
  return Number(amount) > MAX_AMOUNT ? `O valor máximo é ${MAX_AMOUNT_TEXT}` : undefined;
}

/** What the server said; a general text where it said nothing or was not reached. */
const withServerMessage = rethrowWithMessage((_, failure) => {
  if (failure instanceof NetworkError) return "Falha ao atualizar valor";
  const { error: message } = (failure.data ?? {}) as { error?: string };
  return message || "Erro ao atualizar valor";
});

/** The whole numbers of the form: what the server takes, and what is said of anything else. */
const COUNTS = {
  retryAttempts: { min: 0, max: undefined, refusal: "Tentativas de repetição deve ser pelo menos 0" },
  cacheTime: { min: 0, max: undefined, refusal: "Tempo de cache deve ser pelo menos 0" },
  credentialDays: { min: 1, max: 365, refusal: "Informe de 1 a 365 dias" },
  deductionPercent: { min: 0, max: 100, refusal: "Informe de 0 a 100" },
};
type Count = keyof typeof COUNTS;
const NAMES = Object.keys(COUNTS) as Count[];

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
function GlobalOptionsForm({ settings }: { settings: GlobalSettings }) {
  const form = useSettingsForm({ saved: valuesOf(settings), validate: problemsOf, changesOf });
  const count = (name: Count, label: string, hint: ReactNode) => {
    const { min, max } = COUNTS[name];
    const numeric = { type: "number", inputMode: "numeric", step: 1, min, max } as const;
    return <TextField {...form.field(name)} label={label} hint={hint} {...numeric} />;
  };
  const option = (name: Exclude<keyof Values, Count | "errorHandling" | "usdEurRate">, label: string, does: string) => (
    <Switch checked={form.values[name]} onChange={(on) => form.set(name, on)} label={label} description={does} />
  );
  const percent = form.values.deductionPercent;
  const isOtherPercent = fits("deductionPercent", percent) && Number(percent) !== settings.deductionPercent;
  return (
    <FormCard
      title="Opções globais"
      description="Valem para as chamadas e execuções de todos."
      saveLabel="Salvar Opções"
      form={form}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {count(
          "retryAttempts",
          "Tentativas de repetição",
          "Quantas vezes mais uma conta é enviada, depois de confirmado que ela não existe no marketplace.",
        )}
        <SelectField
          {...form.field("errorHandling")}
          label="Tratamento de erros"
          hint={ERROR_HANDLING[form.values.errorHandling]}
          options={ERROR_HANDLINGS}
        />
        {count(
          "cacheTime",
          "Tempo de cache (segundos)",
          "Por quanto tempo a resposta de uma consulta ao marketplace é reaproveitada.",
        )}
        <TextField
          {...form.field("usdEurRate")}
          label="Câmbio: euros por dólar"
          hint="Um preço digitado em USD sai em euro por esta taxa, mostrado antes do envio."
          inputMode="decimal"
          autoComplete="off"
        />
        {count(
          "credentialDays",
          "Guarda das credenciais (dias)",
          "Quantos dias depois da execução os logins e senhas das contas são apagados.",
        )}
        {count(
          "deductionPercent",
          "Desconto sugerido em reembolsos e multas (%)",
          isOtherPercent ? (
            <Suspense>
              <DeductionEffect percent={Number(percent)} />
            </Suspense>
          ) : (
            "Preenche a decisão de um administrador em Pedidos. Nada é descontado sozinho."
          ),
        )}
      </div>
      {option(
        "enableCache",
        "Cache",
        "Consultas repetidas não geram chamada até o tempo acima, ou até algo mudar na chave.",
      )}
      {option(
        "enableRateLimiting",
        "Limite de chamadas",
        "As telas param antes do limite da chave, para sobrar espaço às execuções.",
      )}
      {option(
        "resumeRuns",
        "Retomar execuções",
        "As que uma chave recusada parou continuam quando um teste dela dá certo.",
      )}
      {option(
        "enableMetrics",
        "Métricas",
        "Cada chamada vira uma linha de atividade. Desligado, os números de Integrações param de contar.",
      )}
    </FormCard>
  );
}

function valuesOf(settings: GlobalSettings) {
  const { enableCache, enableMetrics, enableRateLimiting, resumeRuns, errorHandling, usdEurRate } = settings;
  const counts = Object.fromEntries(NAMES.map((name) => [name, String(settings[name])])) as Record<Count, string>;
  const rate = String(Number(usdEurRate)).replace(".", ",");
  return { enableCache, enableMetrics, enableRateLimiting, resumeRuns, errorHandling, usdEurRate: rate, ...counts };
}

function changesOf(values: Values): SettingsChanges {
  const counts = Object.fromEntries(NAMES.map((name) => [name, Number(values[name])])) as Record<Count, number>;
  return { ...values, ...counts, usdEurRate: decimalOf(values.usdEurRate) };
}

function problemsOf(values: Values): Partial<Record<keyof Values, string>> {
  const rate = decimalOf(values.usdEurRate);
  const isRate = /^\d{1,4}(\.\d{1,4})?$/.test(rate) && Number(rate) > 0;
  const wrong = NAMES.filter((name) => !fits(name, values[name]));
  return {
    ...Object.fromEntries(wrong.map((name) => [name, COUNTS[name].refusal])),
    ...(!isRate && { usdEurRate: "Informe uma taxa de câmbio válida" }),
  };
}

function fits(name: Count, typed: string): boolean {
  const { min, max = Number.POSITIVE_INFINITY } = COUNTS[name];
  return /^\d+$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max;
}

/** "0,87" → "0.87" */
const decimalOf = (typed: string): string => typed.trim().replace(",", ".");

type FormCardProps = {
  title: string;
  description: string;
  saveLabel: string;
  form: { busy: boolean; changed: boolean; submit: (event: FormEvent) => unknown };
  children: ReactNode;
};

/** One form of the page, saved by its own button; it holds the page while something is not saved. */
function FormCard({ title, description, saveLabel, form, children }: FormCardProps) {
  useHeldPage(form.changed);
  return (
    <form onSubmit={form.submit} noValidate>
      <Card title={title} description={description} padded={false}>
        <div className="grid gap-4 p-4">{children}</div>
        <footer className="flex items-center justify-end gap-3 border-line border-t px-4 py-3">
          <Announcement className="text-sm text-muted" text={form.changed && !form.busy ? "Alterações não salvas" : ""} />
          <Button type="submit" variant="primary" busy={form.busy}>
            {saveLabel}
          </Button>
        </footer>
      </Card>
    </form>
  );
}

type SettingsFormOptions<V extends object> = {
  saved: V;
  validate?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** What is sent of what was typed; the settings of the other forms stay. */
  changesOf: (values: V) => SettingsChanges;
};

function useSettingsForm<V extends object>({ saved, validate, changesOf }: SettingsFormOptions<V>) {
  const client = useQueryClient();
  const { mutateAsync: save } = useMutation({
    meta: { done: "Configurações globais salvas com sucesso" },
    mutationFn: (settings: SettingsChanges) =>
      saveGlobalSettings(settings).catch(rethrowWithMessage(() => "Falha ao salvar configurações globais")),
    onSuccess: (next) => client.setQueryData(globalSettingsQuery().queryKey, next),
  });
  return useForm<V>({
    initial: saved,
    validate,
    onSubmit: (values) => save(changedFields(changesOf(values), changesOf(saved))),
  });
}

const COLUMNS = "grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]";

/** 'Configurações': what holds for everybody's calls, and what a created account earns, in which `games`, by slug. */
export function SettingsScreen({ games }: { games: Record<string, string> }) {
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
            {currentUser().role === "admin" && (
              <>
                <AutomaticEarningCard />
                <PaySchemeCard games={games} />
              </>
            )}
          </div>
        </div>
      )}
    </QueryResult>
  );
}

function Loading() {
  return (
    <div className={COLUMNS}>
      <p className="sr-only">Carregando...</p>
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

const PaySchemeDialog = lazy(() => import("@/screens/settings/pay-scheme-dialog"));

const STATES: Record<PayScheme["state"], Label | null> = {
  current: { label: "Em vigor", tone: "good" },
  next: { label: "Agendado", tone: "info" },
  past: null,
};

/** 'Esquema de pagamento': what created accounts earn now, from which day on otherwise, and what they earned before. */
function PaySchemeCard({ games }: { games: Record<string, string> }) {
  const { show, dialog } = useOpening<PayScheme>();
  return (
    <QueryResult query={useQuery(paySchemesQuery())} framed fallback={<Skeleton className="h-52" />}>
      {({ rows }) => {
        const past = rows.filter(({ state }) => state === "past");
        const current = rows.find(({ state }) => state === "current");
        return (
          <Card title="Esquema de pagamento">
            <Versions of={rows.filter(({ state }) => state !== "past")} />
            {past.length > 0 && (
              <details className="mt-3">
                <summary className="cursor-pointer text-accent">Versões anteriores ({past.length})</summary>
                <Versions of={past} />
              </details>
            )}
            {current && (
              <Button className="mt-3" onClick={() => show(current)}>
                Novo esquema
              </Button>
            )}
            {dialog(PaySchemeDialog, (subject) => ({ current: subject, games }))}
          </Card>
        );
      }}
    </QueryResult>
  );
}

function Versions({ of: schemes }: { of: readonly PayScheme[] }) {
  return (
    <ul className="divide-y divide-line">
      {schemes.map(({ id, state, text, validFrom, by, createdAt }) => (
        <li key={id} className="py-2">
          <p className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="font-medium">
              Versão {id}, a partir de {date(validFrom)}
            </span>
            {STATES[state] && <Badge {...STATES[state]} />}
          </p>
          <p className="wrap-anywhere">{text}</p>
          {by && (
            <p className="text-muted text-sm">
              {by.fullName || by.username}, {dateTime(createdAt)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

mount("settings", SettingsScreen);
