import { useEffect, useRef, useState } from "react";
import { useLeaveGuard } from "@/features/bulk/use-leave-guard";
import { useForm } from "@/lib/use-form";

type Values = Record<string, string>;

/** A card that is read until 'Editar' is pressed: 'Salvar' ends that when the server took it, 'Cancelar' 'restores' what
 * is saved (document 1 §2 'Profile').
 *
 * Focus goes to the `first` field when it begins and back to the `opener` when it ends.
 */
export function useEditing<V extends Values>(options: {
  saved: V;
  validate?: (values: V) => Partial<Record<keyof V, string>>;
  save: (values: V) => Promise<unknown>;
}) {
  const { saved } = options;
  const [editing, setEditing] = useState(false);
  const first = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useForm<V>({
    initial: saved,
    ...(options.validate && { validate: options.validate }),
    onSubmit: async (values) => {
      await options.save(values);
      setEditing(false);
    },
  });
  useLeaveGuard(editing && Object.keys(saved).some((name) => form.values[name] !== saved[name]));

  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    (editing ? first : opener).current?.focus();
  }, [editing]);

  const turn = (on: boolean) => {
    form.reset(saved);
    setEditing(on);
  };
  /** The props of a control bound to one value, read-only until editing. */
  const field = (name: keyof V & string) =>
    editing ? form.field(name) : { ...form.field(name), value: saved[name], readOnly: true };

  return { ...form, field, editing, edit: () => turn(true), cancel: () => turn(false), first, opener };
}

export type Editing<V extends Values> = ReturnType<typeof useEditing<V>>;
