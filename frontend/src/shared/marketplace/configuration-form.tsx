import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type ComponentProps, type SyntheticEvent, useRef, useState } from "react";
import {
  type Configuration,
  type ConnectionTest,
  configurationQuery,
  type Service,
  saveConfiguration,
  testConnection,
} from "@/api/configs";
import { proxyKeys } from "@/api/proxy";
import { currentUser } from "@/lib/app-context";
import { ApiError, rethrowWithMessage } from "@/lib/errors";
import { dateTime } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
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
  MIN_TIMEOUT_MS,
  NO_ENDPOINT,
  TEST_WORDS,
} from "@/shared/marketplace/service";
import { TestFailedDialog, TestResult, useTestedSave } from "@/shared/marketplace/test-result";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Field, Input, TextField } from "@/ui/fields";
import { OptionGroup } from "@/ui/option-group";
import { QueryResult, Skeleton } from "@/ui/states";
import { PasswordInput } from "@/ui/value-fields";

/** Key, address, time limit and enabled endpoints of a marketplace, tried with a real call and saved. */
function ConfigurationForm({ title, ...options }: ConfigurationFormOptions & { title: string }) {
  const { service, saved, choice, words } = options;
  const market = MARKETPLACES[service];
  const form = useConfigurationForm(options);
  const [loaded] = useState(saved?.updatedAt);
  const wordsFor = new Map(choice.options.map(({ name, words }) => [name, words]));
  return (
    <form onSubmit={form.save} noValidate className="@container">
      <Card title={title} description={savedLabel(saved)} padded={false}>
        <div className="grid gap-4 p-4">
          <KeyField
            key={saved?.updatedAt}
            refused={options.refused === true && saved?.updatedAt === loaded}
            label="Chave da API"
            stored={saved && maskedKey(saved)}
            value={form.values.apiKey}
            onChange={(key) => form.set("apiKey", key)}
            error={form.problems.apiKey}
          />
          <div className="grid gap-4 @lg:grid-cols-[minmax(0,1fr)_9rem]">
            <TextField
              {...form.field("baseUrl")}
              label="URL base"
              hint={[`Padrão: ${market.baseUrl}`, market.urlHint].filter(Boolean).join(". ")}
              type="url"
              inputMode="url"
              spellCheck={false}
            />
            <TextField
              {...form.field("timeout")}
              label="Timeout (ms)"
              type="number"
              inputMode="numeric"
              hint={market.timeoutHint}
              min={1000}
              step={500}
            />
          </div>
          <OptionGroup
            label="Endpoints habilitados"
            className="gap-x-4 gap-y-1.5 @lg:grid-cols-2"
            options={choice.options.map(({ name }) => name)}
            labelOf={(name) => <EndpointLabel name={name} words={wordsFor.get(name)} />}
            value={form.endpoints}
            onChange={form.setEndpoints}
            hint={`Chamadas fora da lista são bloqueadas.${form.keepsOthers ? OTHERS : ""}`}
            error={form.problems.enabledEndpoints}
          />
          {form.test && <TestResult service={service} test={form.test} onUseV2={form.useV2} />}
        </div>
        <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3">
          <Button icon="link" busy={form.testing} disabled={form.saving} onClick={form.tryOut}>
            {words.test}
          </Button>
          <Button type="submit" variant="primary" busy={form.saving} disabled={form.testing}>
            {words.save}
          </Button>
        </footer>
      </Card>
      <TestFailedDialog service={service} question={form.question} onUseV2={form.useV2} />
    </form>
  );
}

function savedLabel(saved: ConfigurationFormOptions["saved"]): string {
  if (saved === null) return "Ainda não configurada";
  if (saved.isSystemDefault) return "Em uso: configuração padrão do sistema";
  return `Salva em ${dateTime(saved.updatedAt)}`;
}

type KeyFieldProps = {
  label: string;
  /** The stored key as it may be shown ('••••1234'), null when there is none. */
  stored: string | null;
  /** The stored key does not work: another one is wanted. */
  refused: boolean;
  /** What was typed; empty keeps the stored key. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
};

/** A key that is written but not read: the stored one stays masked, and stays, until another one is typed. */
function KeyField({ label, stored, refused, value, onChange, error }: KeyFieldProps) {
  const [replacing, setReplacing] = useState(refused);
  const turn = (on: boolean) => {
    setReplacing(on);
    onChange("");
  };
  const shown = stored !== null && !replacing;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={label}
          error={error}
          hint={
            refused && replacing ? `O marketplace recusa a atual (${stored}). Deixe vazio para mantê-la.` : undefined
          }
        >
          {shown ? (
            <Input value={stored} readOnly className="font-mono" />
          ) : (
            <PasswordInput
              value={value}
              autoComplete="off"
              spellCheck={false}
              autoFocus={replacing}
              onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
            />
          )}
        </Field>
      </div>
      {stored !== null && (
        <Button className="mt-5.5" onClick={() => turn(!replacing)}>
          {replacing ? "Manter a atual" : "Trocar"}
        </Button>
      )}
    </div>
  );
}

const OTHERS = " Outros endpoints, definidos em outras telas, não mudam.";

function EndpointLabel({ name, words }: { name: string; words: string | undefined }) {
  return (
    <span className="min-w-0 py-0.5 lines-tight">
      <code className="block font-mono text-sm wrap-anywhere">{name}</code>
      <span className="text-sm text-muted">{words}</span>
    </span>
  );
}

export default function ConfigurationCard(props: Omit<ComponentProps<typeof ConfigurationForm>, "saved">) {
  return (
    <QueryResult
      query={useQuery(configurationQuery(props.service, props.userId))}
      failed={LOAD_FAILED}
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

type ConfigurationFormOptions = {
  service: Service;
  /** Whose configuration it is; one's own when left out. */
  userId?: number | undefined;
  saved: Configuration | null;
  choice: EndpointChoice;
  words: FormWords;
  /** The marketplace refuses the saved key. */
  refused?: boolean;
};

/** One configuration as a form that is saved or tried; `test` is the result of the last try of exactly these values. */
function useConfigurationForm(options: ConfigurationFormOptions) {
  const { service, userId = currentUser().id, saved, choice, words } = options;
  const client = useQueryClient();
  const act = useRef<Act>("save");
  const [running, setRunning] = useState<Act>("save");
  const [tested, setTested] = useState<{ test: ConnectionTest; of: Values } | null>(null);
  const ofOtherScreens = (of: Configuration | null) =>
    of?.enabledEndpoints.filter((name) => !offers(choice, name)) ?? [];

  /** 'Accounts are fetched when the configuration loads and after a successful connection test'. */
  const reload = () => client.invalidateQueries({ queryKey: proxyKeys.of(service) });

  const test = (values: Values) => testConnection(service, userId, addressOf(values));
  const switching = useSwitchToV2(SYSTEM_USER_ID);
  const { saveTested, question } = useTestedSave(test, async (values: Values) => {
    // As another screen left them meanwhile.
    const now = await client.fetchQuery({ ...configurationQuery(service, userId), staleTime: 0 });
    const enabledEndpoints = [...namesIn(values.enabledEndpoints), ...ofOtherScreens(now)];
    const { apiKey, ...address } = addressOf(values);
    // An empty key stands for the stored one.
    const next = await saveConfiguration(service, userId, { ...address, apiKey: apiKey || MASK, enabledEndpoints });
    client.setQueryData(configurationQuery(service, userId).queryKey, next);
    return next;
  });
  const saving = useMutation({
    mutationFn: (values: Values) =>
      saveTested(values, tested?.of === values && tested.test.success).catch(rethrowWithMessage(savingFailed(words))),
    onSuccess: (next) => {
      if (next === null) return;
      toast.success(withResumedRuns(words.saved, next));
      form.reset(valuesOf(next, service, choice));
      reload();
    },
  });
  const testing = useMutation({
    mutationFn: (values: Values) => test(values).catch(rethrowWithMessage(() => TEST_WORDS.failed)),
    onSuccess: (test, of) => {
      setTested({ test, of });
      if (!test.success) return toast.error(test.error || TEST_WORDS.refused, TEST_WORDS.refusedTitle);
      toast.success(withResumedRuns(TEST_WORDS.works, test));
      reload();
    },
  });
  const form = useForm<Values>({
    initial: valuesOf(saved, service, choice),
    validate: (values) => problemsOf(values, words, saved !== null),
    onSubmit: (values) => (act.current === "test" ? testing : saving).mutateAsync(values),
  });

  useHeldPage(form.changed);

  const run = (next: Act, event: SyntheticEvent) => {
    act.current = next;
    setRunning(next);
    return form.submit(event);
  };
  return {
    ...form,
    question,
    useV2: () => {
      question?.answer(false);
      // The system's key moves where it was saved.
      if (saved?.isSystemDefault && form.values.apiKey === "") switching.mutate();
      else saving.mutate({ ...form.values, baseUrl: withV2(form.values.baseUrl) });
    },
    save: (event: SyntheticEvent) => run("save", event),
    tryOut: (event: SyntheticEvent) => run("test", event),
    saving: saving.isPending || switching.isPending,
    testing: form.busy && running === "test",
    test: tested?.of === form.values && !saving.isPending ? tested.test : null,
    endpoints: namesIn(form.values.enabledEndpoints),
    setEndpoints: (names: string[]) => form.set("enabledEndpoints", names.join(",")),
    keepsOthers: ofOtherScreens(saved).length > 0,
  };
}

/** A conflict says what stands in the way; anything else has the documented words. */
function savingFailed(words: FormWords) {
  return (reason: string, failure: Error) =>
    failure instanceof ApiError && failure.status === 409 ? reason : words.saveFailed;
}

function valuesOf(saved: Configuration | null, service: Service, choice: EndpointChoice): Values {
  const enabled = saved?.enabledEndpoints.filter((name) => offers(choice, name)) ?? choice.defaults;
  return {
    apiKey: "",
    baseUrl: saved?.baseUrl ?? MARKETPLACES[service].baseUrl,
    timeout: String(saved?.timeout ?? DEFAULT_TIMEOUT_MS),
    enabledEndpoints: enabled.join(","),
  };
}

const offers = (choice: EndpointChoice, name: string): boolean => choice.options.some((option) => option.name === name);

function addressOf({ apiKey, baseUrl, timeout }: Values) {
  return { apiKey: apiKey.trim(), baseUrl: baseUrl.trim(), timeout: Number(timeout) };
}

function problemsOf(values: Values, words: FormWords, hasStoredKey: boolean): Partial<Values> {
  const timeout = Number(values.timeout);
  return {
    ...(!hasStoredKey && values.apiKey.trim() === "" && { apiKey: words.keyRequired }),
    ...(!isUrl(values.baseUrl.trim()) && { baseUrl: words.badUrl }),
    ...(!(Number.isInteger(timeout) && timeout >= MIN_TIMEOUT_MS) && { timeout: words.badTimeout }),
    ...(values.enabledEndpoints === "" && { enabledEndpoints: NO_ENDPOINT }),
  };
}

const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const namesIn = (joined: string): string[] => (joined === "" ? [] : joined.split(","));
