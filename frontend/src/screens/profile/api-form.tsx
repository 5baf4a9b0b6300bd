import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Configuration,
  type ConnectionTest,
  configurationQuery,
  resetConfiguration,
  saveConfiguration,
  testConnection,
} from "@/api/configs";
import { currentUser } from "@/lib/app-context";
import { rethrowWithMessage, withMessage } from "@/lib/errors";
import { dateTime } from "@/lib/format";
import { toast } from "@/lib/toast";
import { EditCard, useEditing } from "@/screens/profile/editing";
import {
  SYSTEM_USER_ID,
  useSwitchToV2,
  VERSION_GONE,
  withResumedRuns,
  withV2,
} from "@/shared/marketplace/configuration";
import { DEFAULT_TIMEOUT_MS, MARKETPLACES, MIN_TIMEOUT_MS } from "@/shared/marketplace/service";
import { TestFailedDialog, TestResult, useTestedSave } from "@/shared/marketplace/test-result";
import { TrainingSwitch } from "@/shared/marketplace/training-switch";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/dialog";
import { TextField } from "@/ui/fields";
import { QueryResult, Skeleton } from "@/ui/states";
import { PasswordField } from "@/ui/value-fields";

/** 'masked API key with show/hide toggle (editable only in edit mode), base URL, timeout in ms, buttons Alterar/Salvar and
 * Redefinir para Padrão …; shows last-update date or a note that the system default API is in use'. */
export function ApiForm({ userId, configuration }: { userId: number; configuration: Configuration | null }) {
  const client = useQueryClient();
  const [resetting, setResetting] = useState(false);
  const [gone, setGone] = useState<ConnectionTest | null>(null);
  const { saveTested, question } = useTestedSave(
    (values: ConfigurationValues) => testConnection("gameboost", userId, addressOf(values)),
    (values) => saveConfiguration("gameboost", userId, addressOf(values)),
  );
  const { mutateAsync: save, mutate: saveNow } = useMutation({
    mutationFn: (values: ConfigurationValues) =>
      saveTested(values).catch(withMessage("Não foi possível salvar as configurações da API GameBoost", [409])),
    onSuccess: (saved) => {
      if (saved === null) return;
      setGone(null);
      client.setQueryData(configurationQuery("gameboost", userId).queryKey, saved);
      toast.success(withResumedRuns("Configuração da API GameBoost salva com sucesso", saved));
    },
  });
  const saved = valuesOf(configuration);
  const form = useEditing<ConfigurationValues>({ name: "api", saved, validate: configurationProblems, save });
  const switching = useSwitchToV2(SYSTEM_USER_ID);
  const usesSystemKey = configuration?.isSystemDefault === true && isMasked(form.values.apiKey);
  const useV2 = () => {
    question?.answer(false);
    setGone(null);
    if (usesSystemKey) return switching.mutate();
    saveNow(
      { ...(form.editing ? form.values : saved), baseUrl: withV2(form.editing ? form.values.baseUrl : saved.baseUrl) },
      { onSuccess: (next) => next !== null && form.cancel() },
    );
  };
  const onUseV2 = usesSystemKey && currentUser().role !== "admin" ? undefined : useV2;
  const incomplete = Object.keys(configurationProblems(form.values)).length > 0;
  return (
    <EditCard
      title="API GameBoost"
      description={
        configuration?.isSystemDefault === false && `Última atualização: ${dateTime(configuration.updatedAt)}`
      }
      form={form}
      editLabel="Alterar"
      actions={
        <>
          <ConnectionTestButton
            userId={userId}
            values={form.editing ? form.values : undefined}
            disabled={form.editing ? incomplete : configuration === null}
            onTested={(test) => setGone(test.status === VERSION_GONE ? test : null)}
          />
          <Button icon="undo" disabled={form.busy} onClick={() => setResetting(true)}>
            Redefinir para Padrão
          </Button>
        </>
      }
    >
      {configuration?.isSystemDefault && (
        <Alert>
          A API padrão do sistema está em uso. Você pode usá-la, mas não ler a chave; para ter a sua, clique em Alterar.
        </Alert>
      )}
      {isSystemOwner(userId) && <Alert>Esta é a API padrão do sistema: quem não configurou a própria usa esta.</Alert>}
      {configuration === null && (
        <Alert tone="warn">Nenhuma API configurada. Sem uma chave não é possível criar contas.</Alert>
      )}
      {gone && <TestResult service="gameboost" test={gone} onUseV2={onUseV2} />}
      <PasswordField
        {...form.field("apiKey")}
        label="Chave da API"
        secret="chave"
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        ref={form.first}
        hint={form.editing && isMasked(saved.apiKey) ? "Deixe como está para manter a chave atual." : undefined}
        onChange={(event) => form.set("apiKey", withoutMask(event.target.value, saved.apiKey))}
      />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField
          {...form.field("baseUrl")}
          label="URL base"
          hint="Para onde vão as chamadas com esta chave."
          type="url"
          inputMode="url"
          maxLength={300}
        />
        <TextField
          {...form.field("timeout")}
          label="Timeout (ms)"
          hint="Quanto esperar por cada resposta."
          inputMode="numeric"
          onBlur={() => form.editing && form.set("timeout", String(timeoutOf(form.values.timeout)))}
        />
      </div>
      <TestFailedDialog service="gameboost" question={question} onUseV2={onUseV2} />
      <ResetDialog userId={userId} open={resetting} onClose={() => setResetting(false)} onReset={form.cancel} />
    </EditCard>
  );
}

type ConnectionTestButtonProps = {
  userId: number;
  /** What is being typed; the stored configuration without it. */
  values: ConfigurationValues | undefined;
  disabled: boolean;
  onTested: (test: ConnectionTest) => void;
};

function ConnectionTestButton({ userId, values, disabled, onTested }: ConnectionTestButtonProps) {
  const test = useMutation({
    mutationFn: () =>
      testConnection("gameboost", userId, values && addressOf(values)).catch(
        withMessage("Failed to test API connection", [400]),
      ),
    onSuccess: (tested) => {
      onTested(tested);
      if (tested.success) return toast.success(withResumedRuns("API connection successful", tested));
      const why = tested.error || "Could not connect to API";
      return toast.error(tested.detail ? `${why}\n${tested.detail}` : why, "Connection Failed");
    },
  });
  return (
    <Button icon="link" busy={test.isPending} disabled={disabled} onClick={() => test.mutate()}>
      Testar Conexão
    </Button>
  );
}

const REPLACED = "Sua chave, URL base e timeout serão apagados, e a API padrão do sistema passa a ser usada.";

type ResetDialogProps = { userId: number; open: boolean; onClose: () => void; onReset: () => void };

function ResetDialog({ userId, onReset, ...dialog }: ResetDialogProps) {
  const client = useQueryClient();
  const { mutateAsync: reset } = useMutation({
    // A 404 here is no lost page: the server's sentence says that there is no system default.
    mutationFn: () => resetConfiguration("gameboost", userId).catch(rethrowWithMessage((reason) => reason)),
    onSuccess: (configuration) => {
      client.setQueryData(configurationQuery("gameboost", userId).queryKey, configuration);
      onReset();
      toast.success("Configuração redefinida para o padrão do sistema");
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Confirmar Redefinição"
      description={isSystemOwner(userId) ? "A sua configuração é o padrão do sistema: nada muda nela." : REPLACED}
      confirmLabel="Redefinir para Padrão"
      destructive
      onConfirm={() => reset()}
    />
  );
}

export default function ApiTab({ userId }: { userId: number }) {
  return (
    <QueryResult
      query={useQuery(configurationQuery("gameboost", userId))}
      failed="Não foi possível carregar suas configurações de API."
      framed
      fallback={<Skeleton className="h-96" />}
    >
      {(configuration) => (
        <>
          <ApiForm userId={userId} configuration={configuration} />
          <TrainingSwitch />
        </>
      )}
    </QueryResult>
  );
}

export type ConfigurationValues = { apiKey: string; baseUrl: string; timeout: string };

const MAX_TIMEOUT_MS = 300_000;
const MASK = "•";

export function valuesOf(configuration: Configuration | null): ConfigurationValues {
  return {
    apiKey: configuration?.apiKey ?? "",
    baseUrl: configuration?.baseUrl ?? MARKETPLACES.gameboost.baseUrl,
    timeout: String(configuration?.timeout ?? DEFAULT_TIMEOUT_MS),
  };
}

export function configurationProblems({ apiKey, baseUrl, timeout }: ConfigurationValues) {
  const milliseconds = timeoutOf(timeout);
  return {
    ...(apiKey.trim() === "" && { apiKey: "A chave de API é obrigatória" }),
    ...(!URL.canParse(baseUrl.trim()) && { baseUrl: "Informe uma URL válida" }),
    ...(milliseconds < MIN_TIMEOUT_MS && { timeout: `O tempo limite deve ser pelo menos ${MIN_TIMEOUT_MS}ms` }),
    ...(milliseconds > MAX_TIMEOUT_MS && { timeout: `O tempo limite deve ser no máximo ${MAX_TIMEOUT_MS}ms` }),
  };
}

export function timeoutOf(typed: string): number {
  const value = typed.trim();
  return /^-?\d+$/.test(value) ? Number(value) : DEFAULT_TIMEOUT_MS;
}

/** True for the one whose configuration is everybody else's default. */
const isSystemOwner = (userId: number): boolean => userId === SYSTEM_USER_ID;
const isMasked = (apiKey: string): boolean => apiKey.includes(MASK);

/** The key being typed where only a mask was: the first change puts the whole mask away. */
export function withoutMask(typed: string, mask: string): string {
  const rest = typed.replace(mask, "");
  return isMasked(rest) ? "" : rest;
}
export function addressOf({ apiKey, baseUrl, timeout }: ConfigurationValues) {
  return { apiKey: apiKey.trim(), baseUrl: baseUrl.trim(), timeout: timeoutOf(timeout) };
}
