import { type ChangeEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { problemsIn } from "@/lib/errors";
import { changedFields, isEqual } from "@/lib/is-equal";
import { useSingleFlight } from "@/lib/use-single-flight";

export type Problems = Record<string, string>;

/** What `validate` finds: the problem of each field, undefined where there is none. */
type Found<V> = Partial<Record<keyof V & string, string | undefined>>;
export type Form<V extends object> = ReturnType<typeof useForm<V>>;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The values of a form, their problems, and one submission at a time. `validate` answers the problem of each field
 * that has one. A refusal of the server that names fields lands beside them; telling people about anything else is the
 * business of the mutation that `onSubmit` runs. Either way the first wrong field gets the focus.
 * A field follows `initial` until somebody types in it; `changed` tells that they did. */
export function useForm<V extends object>(options: {
  initial: V;
  validate?: ((values: V) => Found<V>) | undefined;
  /** Left out by a form that something else sends. */
  onSubmit?: (values: V) => Promise<unknown>;
}) {
  const { initial } = options;
  const [values, setValues] = useState(initial);
  const [base, setBase] = useState(initial);
  const [problems, setProblems] = useState<Problems>({});
  const refused = useFocusOnFirstProblem();

  if (!isSame(base, initial)) {
    setBase(initial);
    setValues({ ...initial, ...changedFields(values, base) });
  }

  const refuse = (found: Problems) => {
    setProblems(found);
    refused.look();
  };
  const submission = useSingleFlight(
    async (given: V) => options.onSubmit?.(given),
    (error) => refuse(problemsIn(error)),
  );

  const set = <K extends keyof V & string>(name: K, value: V[K]) => {
    setValues((current) => ({ ...current, [name]: value }));
    setProblems(({ [name as string]: _, ...others }) => others);
  };

  const submit = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    refused.within(event?.currentTarget);
    const found = Object.entries<string | undefined>(options.validate?.(values) ?? {});
    const wrong = found.filter((entry): entry is [string, string] => Boolean(entry[1]));
    if (wrong.length > 0) return refuse(Object.fromEntries(wrong));
    setProblems({});
    await submission.run(values);
  };

  const reset = (next: V = initial) => {
    setValues(next);
    setProblems({});
  };

  /** The props of a TextField, TextareaField, SelectField or MoneyField bound to one text. */
  const field = (name: keyof V & string) => ({
    name,
    value: String(values[name] ?? ""),
    error: problems[name],
    onChange: (event: ChangeEvent<Control>) => set(name, event.target.value as V[typeof name]),
  });

  return {
    values,
    problems,
    busy: submission.busy,
    changed: !isSame(values, initial),
    set,
    setProblems,
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
function isSame<V extends object>(one: V, other: V): boolean {
  const [values, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...values.keys(), ...others.keys()].every((name) => isEqual(values.get(name) ?? "", others.get(name) ?? ""));
}
