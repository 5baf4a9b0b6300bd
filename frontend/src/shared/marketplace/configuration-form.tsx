import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useRef,
  useState,
} from "react";
import {
  type Configuration,
  type ConnectionTest,
  configurationQuery,
  proxyKeys,
  type Service,
  saveConfiguration,
  testConnection,
} from "@/api/configs";
import { currentUser } from "@/lib/app-context";
import { withMessage } from "@/lib/errors";
import { dateTime } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useHeldPage } from "@/lib/use-held-page";
import {
  LOAD_FAILED,
  MASK,
  maskedKey,
  SYSTEM_USER_ID,
  useSwitchToV2,
  withResumedRuns,
  withV2,
} from "@/shared/marketplace/configuration";
import {
  DEFAULT_TIMEOUT_MS,
  type EndpointChoice,
  type FormWords,
  MARKETPLACES,
  MAX_TIMEOUT_MS,
  MIN_TIMEOUT_MS,
  NO_ENDPOINT,
  TEST_WORDS,
} from "@/shared/marketplace/service";
import { TestFailedDialog, TestResult, useTestedSave } from "@/shared/marketplace/test-result";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { EditCard, useEditing } from "@/ui/editing";
import { Field, Input, TextField } from "@/ui/fields";
import { OptionGroup } from "@/ui/option-group";
import { PasswordInput } from "@/ui/password-input";
import { QueryResult, Skeleton } from "@/ui/states";

type ConfigurationFormProps = {
  title: string;
  service: Service;
  /** Whose configuration it is; one's own when left out. */
  userId?: number | undefined;
  saved: Configuration | null;
  words: FormWords;
  /** What this screen lets people enable; left out, what is enabled stays. */
  choice?: EndpointChoice;
  /** The marketplace refuses the saved key. */
  refused?: boolean;
  /** 'Editable only in edit mode', with 'Alterar'. */
  readFirst?: boolean;
  /** Further buttons; `cancel` ends editing. */
  actions?: (form: { busy: boolean; cancel: () => void }) => ReactNode;
};

/** Key, address, time limit and enabled endpoints of a marketplace, tried with a real call and saved. */
function ConfigurationForm(props: ConfigurationFormProps) {
  const { title, service, saved, choice, words, readFirst = false } = props;
  const market = MARKETPLACES[service];
  const form = useConfigurationForm(props);
  const [loaded] = useState(saved?.updatedAt);
  return (
    <EditCard
      title={title}
      description={savedLabel(saved)}
      form={{ ...form, busy: form.saving }}
      editLabel="Alterar"
      saveLabel={words.save}
      actions={
        <>
          <Button
            icon="link"
            busy={form.testing}
            disabled={form.saving || (saved === null && !form.editing)}
            onClick={form.tryOut}
          >
            {words.test}
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

/** 'Masked API key': the stored one is read on request where it is read first, and stays until another one is typed. */
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
        <Field label="Chave da API" error={error} hint={replacing && !reading && stored !== null ? hint : undefined}>
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
              onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
            />
          ) : (
            <Input value={stored ?? ""} readOnly className="font-mono" />
          )}
        </Field>
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
      failed={props.words.loadFailed ?? LOAD_FAILED}
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
  const { service, userId = currentUser().id, saved, choice, words, readFirst = false } = options;
  const client = useQueryClient();
  const act = useRef<Act>("save");
  const [tested, setTested] = useState<{ test: ConnectionTest; of: Values } | null>(null);
  const ofOtherScreens = (of: Configuration | null) =>
    of?.enabledEndpoints.filter((name) => !offers(choice, name)) ?? [];

  /** 'Accounts are fetched when the configuration loads and after a successful connection test'. */
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
      apiKey: apiKey || MASK,
      ...(now !== undefined && { enabledEndpoints: [...namesIn(values.enabledEndpoints), ...ofOtherScreens(now)] }),
    });
    client.setQueryData(configurationQuery(service, userId).queryKey, next);
    return next;
  });
  const saving = useMutation({
    mutationFn: (values: Values) =>
      saveTested(values, tested?.of === values && tested.test.success).catch(withMessage(words.saveFailed, [409])),
    onSuccess: (next) => {
      if (next === null) return;
      toast.success(withResumedRuns(words.saved, next));
      form.end(valuesOf(next, service, choice));
      reload();
    },
  });
  const testing = useMutation({
    mutationFn: (values: Values) => test(values).catch(withMessage(TEST_WORDS.failed)),
    onSuccess: (test, of) => {
      setTested({ test, of });
      if (!test.success) return toast.error(test.error || TEST_WORDS.refused, TEST_WORDS.refusedTitle);
      toast.success(withResumedRuns(TEST_WORDS.works, test));
      reload();
    },
  });
  const form = useEditing<Values>({
    name: service,
    saved: valuesOf(saved, service, choice),
    validate: (values) => problemsOf(values, options),
    save: (values) =>
      act.current === "test" ? testing.mutateAsync(values).then(() => null) : saving.mutateAsync(values),
    always: !readFirst,
  });

  useHeldPage(form.changed);

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

/** 'Non-numeric falls back to 5000'. */
function timeoutOf(typed: string): number {
  return /^-?\d+$/.test(typed.trim()) ? Number(typed) : DEFAULT_TIMEOUT_MS;
}

function problemsOf(values: Values, { words, saved, choice }: ConfigurationFormProps): Partial<Values> {
  const timeout = timeoutOf(values.timeout);
  return {
    ...(saved === null && values.apiKey.trim() === "" && { apiKey: words.keyRequired }),
    ...(!isUrl(values.baseUrl.trim()) && { baseUrl: words.badUrl }),
    ...(timeout < MIN_TIMEOUT_MS && { timeout: words.badTimeout }),
    ...(timeout > MAX_TIMEOUT_MS && { timeout: `O tempo limite deve ser no máximo ${MAX_TIMEOUT_MS}ms` }),
    ...(choice && values.enabledEndpoints === "" && { enabledEndpoints: NO_ENDPOINT }),
  };
}

const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const namesIn = (joined: string): string[] => (joined === "" ? [] : joined.split(","));
