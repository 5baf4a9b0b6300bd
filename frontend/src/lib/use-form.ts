import { type ChangeEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { ApiError } from "@/lib/errors";
import { useSingleFlight } from "@/lib/use-single-flight";

type Values = Record<string, string>;
type Problems<V extends Values> = Partial<Record<keyof V, string>>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Text values of a form, their problems, and one submission at a time.
 *
 * `validate` answers the problem of each field that has one. A refusal of the server that names fields lands beside
 * them; telling people about anything else is the business of the mutation that `onSubmit` runs. Either way the first
 * wrong field gets the focus.
 *
 * What is shown follows `initial` until somebody types; `changed` tells that they did. `draft` is what was typed before
 * and kept elsewhere.
 */
export function useForm<V extends Values>(options: {
  initial: V;
  draft?: V | undefined;
  validate?: ((values: V) => Problems<V>) | undefined;
  onSubmit: (values: V) => Promise<unknown>;
}) {
  const { initial } = options;
  const [values, setValues] = useState(options.draft ?? initial);
  const [base, setBase] = useState(initial);
  const [problems, setProblems] = useState<Problems<V>>({});
  const refused = useFocusOnFirstProblem();

  if (!isSame(base, initial)) {
    setBase(initial);
    if (isSame(values, base)) setValues(initial);
  }

  const refuse = (found: Problems<V>) => {
    setProblems(found);
    refused.look();
  };
  const submission = useSingleFlight(options.onSubmit, (error) => refuse(firstTexts<V>(error)));

  const set = (name: keyof V, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setProblems((current) => ({ ...current, [name]: undefined }));
  };

  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    refused.within(event?.currentTarget);
    const found = options.validate?.(values) ?? {};
    if (Object.values(found).some(Boolean)) return refuse(found);
    setProblems({});
    await submission.run(values);
  };

  const reset = (next: V = initial) => {
    setValues(next);
    setProblems({});
  };

  /** The props of a TextField, TextareaField, SelectField or MoneyField bound to one value. */
  const field = (name: keyof V & string) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (event: ChangeEvent<Control>) => set(name, event.target.value),
  });

  return {
    values,
    problems,
    busy: submission.busy,
    changed: !isSame(values, initial),
    set,
    submit,
    reset,
    field,
  };
}

/** Takes people to the first field that is marked as wrong: long forms don't show all of themselves at once. */
function useFocusOnFirstProblem() {
  const form = useRef<Element | null>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (looks > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [looks]);
  return {
    /** `target` is the form that is sent, or the button in it that was pressed. */
    within: (target: EventTarget | undefined) => {
      form.current = target instanceof Element ? target.closest("form") : null;
    },
    look: () => setLooks((count) => count + 1),
  };
}

/** A field that is not there yet is as good as an empty one. */
function isSame(one: Values, other: Values): boolean {
  return Object.keys({ ...one, ...other }).every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

function firstTexts<V extends Values>(error: ApiError): Problems<V> {
  return Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0]])) as Problems<V>;
}
