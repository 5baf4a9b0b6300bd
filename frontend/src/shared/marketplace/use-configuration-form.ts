import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useRef, useState } from "react";
import {
  type Configuration,
  type ConnectionTest,
  configurationQuery,
  type SavedConfiguration,
  type Service,
  saveConfiguration,
  testConnection,
} from "@/api/configs";
import { proxyKeys } from "@/api/proxy";
import { currentUser } from "@/lib/app-context";
import { ApiError } from "@/lib/errors";
import { rethrowWithMessage } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { useHeldPage } from "@/lib/use-held-page";
import { MASK, SYSTEM_USER_ID, useSwitchToV2, withResumedRuns, withV2 } from "@/shared/marketplace/configuration";
import { DEFAULT_TIMEOUT_MS, type EndpointChoice, MARKETPLACES, MIN_TIMEOUT_MS } from "@/shared/marketplace/service";
import { useTestedSave } from "@/shared/marketplace/test-result";
import { type FormWords, NO_ENDPOINT, TEST_WORDS } from "@/shared/marketplace/texts";

/** Endpoint names hold no comma, so the chosen ones are one text. */
type Values = { apiKey: string; baseUrl: string; timeout: string; enabledEndpoints: string };
type Act = "save" | "test";

export type ConfigurationFormOptions = {
  service: Service;
  /** Whose configuration it is; one's own when left out. */
  userId?: number | undefined;
  saved: Configuration | null;
  choice: EndpointChoice;
  words: FormWords;
};

/** One configuration as a form that is saved or tried; `test` is the result of the last try of exactly these values. */
export function useConfigurationForm(options: ConfigurationFormOptions) {
  const { service, userId = currentUser().id, saved, choice, words } = options;
  const client = useQueryClient();
  const act = useRef<Act>("save");
  const [running, setRunning] = useState<Act>("save");
  const [tested, setTested] = useState<{ test: ConnectionTest; of: Values } | null>(null);
  const others = saved?.enabledEndpoints.filter((name) => !offers(choice, name)) ?? [];

  /** 'Accounts are fetched when the configuration loads and after a successful connection test'. */
  const reload = () => client.invalidateQueries({ queryKey: proxyKeys.of(service) });

  const test = (values: Values) => testConnection(service, userId, addressOf(values));
  const { prove, question } = useTestedSave(test);
  const switching = useSwitchToV2(SYSTEM_USER_ID);
  const proveAndSave = async (values: Values): Promise<SavedConfiguration | null> => {
    const works = tested?.of === values && tested.test.success;
    if (!works && !(await prove(values))) return null;
    const enabledEndpoints = [...namesIn(values.enabledEndpoints), ...others];
    const { apiKey, ...address } = addressOf(values);
    // An empty key stands for the stored one.
    const next = await saveConfiguration(service, userId, { ...address, apiKey: apiKey || MASK, enabledEndpoints });
    client.setQueryData(configurationQuery(service, userId).queryKey, next);
    return next;
  };
  const saving = useMutation({
    mutationFn: (values: Values) => proveAndSave(values).catch(rethrowWithMessage(savingFailed(words))),
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
      toast.success(TEST_WORDS.works);
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
    kept: others.length,
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
