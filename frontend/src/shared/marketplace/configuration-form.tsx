import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, type Ref, type SyntheticEvent, useRef, useState } from "react";
import { api } from "@/api/client";
import { type Configuration, type ConnectionTest, configurationQuery, proxyKeys, type Service } from "@/api/configs";
import { currentUser } from "@/lib/app-context";
import { ApiError, messageOf, withMessage } from "@/lib/errors";
import { dateTime, plural } from "@/lib/format";
import { toast } from "@/lib/toast";
import {
  KEY_MASK,
  LOAD_FAILED,
  maskedKey,
  SYSTEM_USER_ID,
  USE_V2,
  useSwitchToV2,
  withResumedRuns,
} from "@/shared/marketplace/configuration";
import { type EndpointChoice, type FormLabels, MARKETPLACES, serviceName } from "@/shared/marketplace/service";
import { Alert } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { QueryResult, Skeleton } from "@/ui/card";
import { ConfirmDialog } from "@/ui/dialog";
import { EditCard, useEditing } from "@/ui/editing";
import { FormField, Input, TextField } from "@/ui/fields";
import { OptionGroup } from "@/ui/option-group";
import { PasswordInput } from "@/ui/password-input";

/** The marketplace may take all the time it is given; the answer to us comes a little later. */
const TEST_MARGIN_MS = 15_000;

type ConfigurationValues = { apiKey: string; baseUrl: string; timeout: number; enabledEndpoints?: readonly string[] };

function saveConfiguration(service: Service, userId: number, values: ConfigurationValues) {
  const { enabledEndpoints, ...address } = values;
  const body = { userId, service, ...address, ...(enabledEndpoints && { enabledEndpoints: [...enabledEndpoints] }) };
  return api.post("/api/configs/{service}", { path: { service }, body });
}

/** Makes a real call with the values given, or with what is stored. */
const testConnection = (service: Service, userId: number, values?: ConfigurationValues) =>
  api.post("/api/configs/{service}/test", {
    path: { service },
    body: { userId, ...values },
    ...(values && { timeoutMs: values.timeout + TEST_MARGIN_MS }),
  });

/** product: market.configuration */
const DEFAULT_TIMEOUT_MS = 5000;
const MIN_TIMEOUT_MS = 1000;
const MAX_TIMEOUT_MS = 300_000;

const NO_ENDPOINT = "Selecione ao menos um endpoint";

const TEST_LABELS = {
  works: "API connection successful",
  failed: "Failed to test API connection",
  refusedTitle: "Connection Failed",
  refused: "Could not connect to API",
};

/** The status of every answer of a version that is no longer served. */
const VERSION_GONE = 410;

/** The address of version 2 at the same place. */
const withV2 = (baseUrl: string): string => `${baseUrl.trim().replace(/\/(v[12]\/?)?$/i, "")}/v2`;

type ConfigurationFormProps = {
  title: string;
  service: Service;
  /** Whose configuration it is; one's own when left out. */
  userId?: number | undefined;
  saved: Configuration | null;
  labels: FormLabels;
  /** What this screen lets people enable; left out, what is enabled stays. */
  choice?: EndpointChoice;
  /** The marketplace refuses the saved key. */
  refused?: boolean;
  /** Shown first, and changed after 'Alterar'. */
  readFirst?: boolean;
  /** Further buttons; `cancel` ends editing. */
  actions?: (form: { busy: boolean; cancel: () => void }) => ReactNode;
};

/** Key, address, time limit and enabled endpoints of a marketplace, tried with a real call and saved. */
function ConfigurationForm(props: ConfigurationFormProps) {
  const { title, service, saved, choice, labels, readFirst = false } = props;
  const market = MARKETPLACES[service];
  const form = useConfigurationForm(props);
  const [loaded] = useState(saved?.updatedAt);
  return (
    <EditCard
      title={title}
      description={savedLabel(saved)}
      form={{ ...form, busy: form.saving }}
      editLabel="Alterar"
      saveLabel={labels.save}
      actions={
        <>
          <Button
            icon="link"
            busy={form.testing}
            disabled={form.saving || (saved === null && !form.editing)}
            onClick={form.tryOut}
          >
            {labels.test}
          </Button>
          {props.actions?.(form)}
        </>
      }
    >
      {saved === null && <Alert tone="warn">Nenhuma API configurada. Sem uma chave não é possível criar contas.</Alert>}
      {saved?.isSystemDefault && (
        <Alert>
          A API padrão do sistema está em uso. Você pode usá-la, mas não ler a chave; para ter a sua, digite outra.
        </Alert>
      )}
      <KeyField
        key={`${saved?.updatedAt} ${form.editing}`}
        saved={saved}
        reading={!form.editing}
        readFirst={readFirst}
        refused={props.refused === true && saved?.updatedAt === loaded}
        value={form.values.apiKey}
        onChange={(key) => form.set("apiKey", key)}
        error={form.problems.apiKey}
        ref={form.first}
      />
      <div className="grid gap-4 @lg:grid-cols-[minmax(0,1fr)_9rem]">
        <TextField
          {...form.field("baseUrl")}
          label="URL base"
          hint={[`Padrão: ${market.baseUrl}`, market.urlHint].filter(Boolean).join(". ")}
          type="url"
          inputMode="url"
          spellCheck={false}
          maxLength={300}
        />
        <TextField
          {...form.field("timeout")}
          label="Timeout (ms)"
          inputMode="numeric"
          hint={market.timeoutHint}
          onBlur={() => form.editing && form.set("timeout", String(timeoutOf(form.values.timeout)))}
        />
      </div>
      {choice && (
        <OptionGroup
          label="Endpoints habilitados"
          className="gap-x-4 gap-y-1.5 @lg:grid-cols-2"
          options={choice.options.map(({ name }) => name)}
          labelOf={(name) => (
            <span className="min-w-0 py-0.5 lines-tight">
              <code className="block font-mono text-sm wrap-anywhere">{name}</code>
              <span className="text-sm text-muted">{choice.options.find((option) => option.name === name)?.words}</span>
            </span>
          )}
          value={form.endpoints}
          onChange={form.setEndpoints}
          hint={`Chamadas fora da lista são bloqueadas.${form.keepsOthers ? OTHERS : ""}`}
          error={form.problems.enabledEndpoints}
        />
      )}
      {form.test && <TestResult service={service} test={form.test} onUseV2={form.useV2} />}
      <TestFailedDialog service={service} question={form.question} onUseV2={form.useV2} />
    </EditCard>
  );
}

function savedLabel(saved: Configuration | null): string | undefined {
  if (!saved || saved.isSystemDefault) return undefined;
  return `Última atualização: ${dateTime(saved.updatedAt)}${saved.userId === SYSTEM_USER_ID ? SYSTEMS : ""}`;
}

const SYSTEMS = ". Esta é a API padrão do sistema: quem não configurou a própria usa esta.";

type KeyFieldProps = {
  saved: Configuration | null;
  reading: boolean;
  /** It was asked to change: another key can be typed at once. */
  readFirst: boolean;
  /** The stored key does not work: another one is wanted. */
  refused: boolean;
  /** What was typed; empty keeps the stored key. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  ref: Ref<HTMLInputElement>;
};

/** The key, masked: where `readFirst`, the stored one can be shown; it stays until another one is typed. */
function KeyField({ saved, reading, readFirst, refused, value, onChange, error, ref }: KeyFieldProps) {
  const [replacing, setReplacing] = useState(refused || readFirst || saved === null);
  const stored = saved && maskedKey(saved);
  const turn = (on: boolean) => {
    setReplacing(on);
    onChange("");
  };
  const hint = refused ? `O marketplace recusa a atual (${stored}). Deixe vazio para mantê-la.` : KEEP;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <FormField label="Chave da API" error={error} hint={replacing && !reading && stored !== null ? hint : undefined}>
          {replacing ? (
            <PasswordInput
              ref={ref}
              secret="chave"
              className="font-mono"
              value={reading ? (saved?.apiKey ?? "") : value}
              readOnly={reading}
              autoComplete="off"
              spellCheck={false}
              maxLength={2000}
              autoFocus={!readFirst && saved !== null}
              onChange={(event) => onChange(event.target.value)}
            />
          ) : (
            <Input value={stored ?? ""} readOnly className="font-mono" />
          )}
        </FormField>
      </div>
      {stored !== null && !reading && (
        <Button className="mt-5.5" onClick={() => turn(!replacing)}>
          {replacing ? "Manter a atual" : "Trocar"}
        </Button>
      )}
    </div>
  );
}

const KEEP = "Deixe vazio para manter a atual.";

const OTHERS = " Outros endpoints, definidos em outras telas, não mudam.";

export default function ConfigurationCard(props: Omit<ComponentProps<typeof ConfigurationForm>, "saved">) {
  return (
    <QueryResult
      query={useQuery(configurationQuery(props.service, props.userId))}
      failed={props.labels.loadFailed ?? LOAD_FAILED}
      framed
      fallback={<Skeleton className="h-116" />}
    >
      {(saved) => <ConfigurationForm {...props} saved={saved} />}
    </QueryResult>
  );
}

/** Endpoint names hold no comma, so the chosen ones are one text. */
type Values = { apiKey: string; baseUrl: string; timeout: string; enabledEndpoints: string };
type Act = "save" | "test";

/** One configuration as a form that is saved or tried; `test` is the result of the last try of exactly these values. */
function useConfigurationForm(options: ConfigurationFormProps) {
  const { service, userId = currentUser().id, saved, choice, labels, readFirst = false } = options;
  const client = useQueryClient();
  const act = useRef<Act>("save");
  const [tested, setTested] = useState<{ test: ConnectionTest; of: Values } | null>(null);
  const ofOtherScreens = (of: Configuration | null) => of?.enabledEndpoints.filter((name) => !offers(choice, name)) ?? [];

  /** After a connection test that succeeded, what was read by the former key is read again. */
  const reload = () => client.invalidateQueries({ queryKey: proxyKeys.of(service) });

  const test = (values: Values) => testConnection(service, userId, addressOf(values));
  const switching = useSwitchToV2(SYSTEM_USER_ID);
  const { saveTested, question } = useTestedSave(test, async (values: Values) => {
    const { apiKey, ...address } = addressOf(values);
    // As another screen left them meanwhile.
    const now = choice && (await client.fetchQuery({ ...configurationQuery(service, userId), staleTime: 0 }));
    const next = await saveConfiguration(service, userId, {
      ...address,
      // An empty key stands for the stored one.
      apiKey: apiKey || KEY_MASK,
      ...(now !== undefined && { enabledEndpoints: [...namesIn(values.enabledEndpoints), ...ofOtherScreens(now)] }),
    });
    client.setQueryData(configurationQuery(service, userId).queryKey, next);
    return next;
  });
  const saving = useMutation({
    mutationFn: (values: Values) =>
      saveTested(values, tested?.of === values && tested.test.success).catch(withMessage(labels.saveFailed, [409])),
    onSuccess: (next) => {
      if (next === null) return;
      toast.success(withResumedRuns(labels.saved, next));
      form.end(valuesOf(next, service, choice));
      reload();
    },
  });
  const testing = useMutation({
    mutationFn: (values: Values) => test(values).catch(withMessage(TEST_LABELS.failed)),
    onSuccess: (test, of) => {
      setTested({ test, of });
      if (!test.success) return toast.error(test.error || TEST_LABELS.refused, TEST_LABELS.refusedTitle);
      toast.success(withResumedRuns(TEST_LABELS.works, test));
      reload();
    },
  });
  const form = useEditing<Values>({
    saved: valuesOf(saved, service, choice),
    validate: (values) => problemsOf(values, options),
    save: (values) =>
      act.current === "test" ? testing.mutateAsync(values).then(() => null) : saving.mutateAsync(values),
    always: !readFirst,
  });

  const run = (next: Act, event: SyntheticEvent) => {
    act.current = next;
    return form.submit(event);
  };
  // The system's key moves where it was saved, by those who may.
  const usesSystemKey = saved?.isSystemDefault === true && form.values.apiKey === "";
  const useV2 = () => {
    question?.answer(false);
    if (usesSystemKey) switching.mutate();
    else saving.mutate({ ...form.values, baseUrl: withV2(form.values.baseUrl) });
  };
  return {
    ...form,
    question,
    useV2: usesSystemKey && currentUser().role !== "admin" ? undefined : useV2,
    submit: (event: SyntheticEvent) => run("save", event),
    tryOut: (event: SyntheticEvent) => run("test", event),
    saving: saving.isPending || switching.isPending,
    testing: testing.isPending,
    test: tested?.of === form.values && !saving.isPending ? tested.test : null,
    endpoints: namesIn(form.values.enabledEndpoints),
    setEndpoints: (names: string[]) => form.set("enabledEndpoints", names.join(",")),
    keepsOthers: ofOtherScreens(saved).length > 0,
  };
}

function valuesOf(saved: Configuration | null, service: Service, choice: EndpointChoice | undefined): Values {
  const enabled = saved?.enabledEndpoints.filter((name) => offers(choice, name)) ?? choice?.defaults ?? [];
  return {
    apiKey: "",
    baseUrl: saved?.baseUrl ?? MARKETPLACES[service].baseUrl,
    timeout: String(saved?.timeout ?? DEFAULT_TIMEOUT_MS),
    enabledEndpoints: enabled.join(","),
  };
}

/** Where a screen does not choose, all of them are its own, and none is sent. */
const offers = (choice: EndpointChoice | undefined, name: string): boolean =>
  choice === undefined || choice.options.some((option) => option.name === name);

function addressOf({ apiKey, baseUrl, timeout }: Values) {
  return { apiKey: apiKey.trim(), baseUrl: baseUrl.trim(), timeout: timeoutOf(timeout) };
}

/** What is no number counts as the default. */
const timeoutOf = (typed: string): number => (/^-?\d+$/.test(typed.trim()) ? Number(typed) : DEFAULT_TIMEOUT_MS);

function problemsOf(values: Values, { labels, saved, choice }: ConfigurationFormProps): Partial<Values> {
  const timeout = timeoutOf(values.timeout);
  return {
    ...(saved === null && values.apiKey.trim() === "" && { apiKey: labels.keyRequired }),
    ...(!isUrl(values.baseUrl.trim()) && { baseUrl: labels.badUrl }),
    ...(timeout < MIN_TIMEOUT_MS && { timeout: labels.badTimeout }),
    ...(timeout > MAX_TIMEOUT_MS && { timeout: `O tempo limite deve ser no máximo ${MAX_TIMEOUT_MS}ms` }),
    ...(choice && values.enabledEndpoints === "" && { enabledEndpoints: NO_ENDPOINT }),
  };
}

const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const namesIn = (joined: string): string[] => (joined === "" ? [] : joined.split(","));

type TestResultProps = {
  service: Service;
  test: ConnectionTest;
  /** Goes on with version 2, where the answer was that version 1 is no longer served. */
  onUseV2?: (() => void) | undefined;
};

/** What the marketplace answered to a connection test: whose key it is, or why it does not work. */
function TestResult({ service, test, onUseV2 }: TestResultProps) {
  if (test.success) return <Alert tone="good">{answerLabel(service, test.data)}</Alert>;
  return (
    <Alert tone="bad">
      {test.status === 401 && <p className="font-medium">Chave ausente, inválida ou expirada.</p>}
      <p className={test.status === 401 ? undefined : "font-medium"}>{test.error || TEST_LABELS.refused}</p>
      {test.detail && <p>{test.detail}</p>}
      {test.status && test.status !== VERSION_GONE && <p className="text-sm">HTTP {test.status}</p>}
      {test.status === VERSION_GONE && onUseV2 && (
        <Button className="mt-2" onClick={onUseV2}>
          {USE_V2}
        </Button>
      )}
    </Alert>
  );
}

function answerLabel(service: Service, data: unknown): string {
  const { username, accounts } = (data ?? {}) as { username?: unknown; accounts?: unknown };
  const answered = `${serviceName(service)} respondeu`;
  if (typeof username === "string") return `${answered}: a chave é de ${username}.`;
  if (typeof accounts !== "number") return `${answered}: a chave é válida.`;
  return `${answered}: ${plural(accounts, "conta", "contas")} nesta chave.`;
}

type TestFailedDialogProps = {
  service: Service;
  question: Question | null;
  /** Moves the key to version 2, where this person may. */
  onUseV2: (() => void) | undefined;
};

/** Asked before a key that did not work is saved. */
function TestFailedDialog({ service, question, onUseV2 }: TestFailedDialogProps) {
  return (
    <ConfirmDialog
      open={question !== null}
      onClose={() => question?.answer(false)}
      onConfirm={() => question?.answer(true)}
      title="Este teste falhou. Salvar mesmo assim?"
      confirmLabel="Salvar mesmo assim"
      cancelLabel="Voltar"
    >
      {question && <TestResult service={service} test={question.test} onUseV2={onUseV2} />}
    </ConfirmDialog>
  );
}

type Question = { test: ConnectionTest; answer: (saveAnyway: boolean) => void };

type Saved = Awaited<ReturnType<typeof saveConfiguration>>;

/** Makes a real call with what is about to be saved; what does not work is saved only where the person says so.
 * `saveTested` answers what was saved, with the runs that go on by the test or the save, or null where it was not;
 * what has just been tried and worked is `known` to work. `question` stands while the person is asked. */
function useTestedSave<V>(test: (values: V) => Promise<ConnectionTest>, save: (values: V) => Promise<Saved>) {
  const [question, setQuestion] = useState<Question | null>(null);
  const saveTested = async (values: V, known = false): Promise<Saved | null> => {
    const result: ConnectionTest = known ? { success: true } : await test(values).catch(asFailedTest);
    if (!result.success) {
      const saveAnyway = await new Promise<boolean>((answer) => setQuestion({ test: result, answer }));
      setQuestion(null);
      if (!saveAnyway) return null;
    }
    const saved = await save(values);
    return { ...saved, resumedRuns: saved.resumedRuns + (result.resumedRuns ?? 0) };
  };
  return { saveTested, question };
}

/** A call that was not even made, for the budget of the key or the connection; wrong fields are the form's matter. */
function asFailedTest(error: unknown): ConnectionTest {
  if (error instanceof ApiError && (error.status === 401 || Object.keys(error.errors).length > 0)) throw error;
  return { success: false, error: messageOf(error) };
}
