import { useEffect, useRef, useState } from "react";
import { useForm } from "@/lib/use-form";
import { useDrafts, type Values } from "@/screens/profile/drafts";

/** A card that is read until 'Editar' is pressed: 'Salvar' ends that when the server took it, 'Cancelar' 'restores' what
 * is saved.
 *
 * Its draft is kept under `name`. Focus goes to the `first` field when editing begins, back to the `opener` when it ends.
 */
export function useEditing<V extends Values>(options: {
  name: string;
  saved: V;
  validate?: (values: V) => Partial<Record<keyof V, string>>;
  /** Null when nothing was saved after all: then editing goes on. */
  save: (values: V) => Promise<unknown>;
}) {
  const { name, saved } = options;
  const drafts = useDrafts();
  const [draft] = useState(() => drafts.get(name) as V | undefined);
  const [editing, setEditing] = useState(draft !== undefined);
  const first = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useForm<V>({
    initial: saved,
    draft,
    validate: options.validate,
    onSubmit: async (values) => {
      if ((await options.save(values)) !== null) setEditing(false);
    },
  });

  useEffect(() => {
    drafts.keep(name, editing && form.changed ? form.values : null);
  }, [drafts, name, editing, form.changed, form.values]);

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
  const field = (of: keyof V & string) =>
    editing ? form.field(of) : { ...form.field(of), value: saved[of], readOnly: true };

  return { ...form, field, editing, edit: () => turn(true), cancel: () => turn(false), first, opener };
}
