import { type ChangeEvent, useState } from "react";
import { asForm, type CommonSettings, type Problems } from "@/shared/creation/settings";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type TextName<S> = { [K in keyof S]: S[K] extends string ? K : never }[keyof S] & string;

/** The settings of a run as a form, with the problem of each field that has one. */
export function useSettings<S extends CommonSettings>(defaults: object) {
  const [values, setValues] = useState(() => asForm<S>(defaults));
  const [problems, setProblems] = useState<Problems>({});

  const set = <K extends keyof S & string>(name: K, value: S[K]) => {
    setValues((current) => ({ ...current, [name]: value }));
    setProblems(({ [name]: _, ...others }) => others);
  };
  return {
    values,
    problems,
    set,
    setProblems,
    /** The props of a labelled control of one text. */
    field: (name: TextName<S>) => ({
      name,
      value: values[name] as string,
      error: problems[name],
      onChange: (event: ChangeEvent<Control>) => set(name, event.target.value as S[typeof name]),
    }),
  };
}

export type SettingsForm<S extends CommonSettings> = ReturnType<typeof useSettings<S>>;
