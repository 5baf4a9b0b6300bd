import { type ChangeEvent, type FormEvent, useState } from "react";
import type { ApiError } from "@/lib/errors";
import { useSingleFlight } from "@/lib/use-single-flight";

type Values = Record<string, string>;
type Problems<V extends Values> = Partial<Record<keyof V, string>>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Text values of a form, their problems, and one submission at a time.
 *
 * `validate` answers the problem of each field that has one. A refusal of the server that names fields lands beside
 * them; telling people about anything else is the business of the mutation that `onSubmit` runs.
 */
export function useForm<V extends Values>(options: {
  initial: V;
  validate?: (values: V) => Problems<V>;
  onSubmit: (values: V) => Promise<unknown>;
}) {
  const [values, setValues] = useState(options.initial);
  const [problems, setProblems] = useState<Problems<V>>({});
  const submission = useSingleFlight(options.onSubmit, (error) => setProblems(firstTexts<V>(error)));

  const set = (name: keyof V, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setProblems((current) => ({ ...current, [name]: undefined }));
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const found = options.validate?.(values) ?? {};
    setProblems(found);
    if (!Object.values(found).some(Boolean)) await submission.run(values);
  };

  const reset = (next: V = options.initial) => {
    setValues(next);
    setProblems({});
  };

  /** The props of a TextField, SelectField or TextareaField bound to one value. */
  const field = (name: keyof V & string) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (event: ChangeEvent<Control>) => set(name, event.target.value),
  });

  return { values, problems, busy: submission.busy, set, submit, reset, field };
}

function firstTexts<V extends Values>(error: ApiError): Problems<V> {
  return Object.fromEntries(Object.entries(error.errors).map(([name, texts]) => [name, texts[0]])) as Problems<V>;
}
