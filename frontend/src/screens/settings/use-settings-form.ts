import type { SettingsChanges } from "@/api/configs";
import { useForm } from "@/lib/use-form";
import { useSaveSettings } from "@/screens/settings/global-settings";

/** Switches are texts as well, since a form holds texts: "true", or empty for off. */
const ON = "true";

export const switchText = (on: boolean) => (on ? ON : "");

/** One of the page's forms, filled with what is saved; `changesOf` turns what was typed into what is sent. */
export function useSettingsForm<V extends Record<string, string>>(options: {
  saved: V;
  validate?: (values: V) => Partial<Record<keyof V, string>>;
  changesOf: (values: V) => SettingsChanges;
}) {
  const { saved, changesOf } = options;
  const { mutateAsync: save } = useSaveSettings();
  const form = useForm<V>({
    initial: saved,
    validate: options.validate,
    onSubmit: (values) => save(changesOf(values)),
  });

  /** The props of a Switch bound to one value. */
  const toggle = (name: keyof V & string) => ({
    checked: form.values[name] === ON,
    onChange: (on: boolean) => form.set(name, switchText(on) as V[typeof name]),
  });
  return { ...form, toggle };
}
