import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useForm } from "@/lib/use-form";
import { useHeldPage } from "@/lib/use-held-page";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";

/** A card that is read until 'Editar' is pressed: 'Salvar' ends that when the server took it, 'Cancelar' 'restores'
 * what is saved. Focus goes to the `first` field when editing begins, back to the `opener` when it ends. */
export function useEditing<V extends Values>(options: {
  saved: V;
  validate?: (values: V) => Partial<Record<keyof V, string>>;
  /** Null when nothing was saved after all: then editing goes on. */
  save: (values: V) => Promise<unknown>;
  /** It is not read first: editing begins at once and never ends. */
  always?: boolean;
}) {
  const { saved } = options;
  const [begun, setEditing] = useState(false);
  const editing = begun || options.always === true;
  const first = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const form = useForm<V>({
    initial: saved,
    validate: options.validate,
    onSubmit: async (values) => {
      if ((await options.save(values)) !== null) setEditing(false);
    },
  });

  useHeldPage(editing && form.changed);

  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    (editing ? first : opener).current?.focus();
  }, [editing]);

  const turn = (on: boolean, values = saved) => {
    form.reset(values);
    setEditing(on);
  };
  /** The props of a control bound to one value, read-only until editing. */
  const field = (of: keyof V & string) =>
    editing ? form.field(of) : { ...form.field(of), value: saved[of], readOnly: true };

  return {
    ...form,
    field,
    editing,
    always: options.always,
    edit: () => turn(true),
    cancel: () => turn(false),
    end: (values: V) => turn(false, values),
    first,
    opener,
  };
}

type Values = Record<string, string>;

type EditCardProps = {
  title: string;
  description?: ReactNode;
  form: {
    editing: boolean;
    always?: boolean | undefined;
    busy: boolean;
    submit: (event: SyntheticEvent) => unknown;
    edit: () => void;
    cancel: () => void;
    opener: RefObject<HTMLButtonElement | null>;
  };
  editLabel?: string;
  saveLabel?: string;
  actions?: ReactNode;
  children: ReactNode;
};

export function EditCard(props: EditCardProps) {
  const { title, description, form, editLabel = "Editar", saveLabel = "Salvar", actions, children } = props;
  return (
    <form onSubmit={form.submit} noValidate className="@container">
      <Card title={title} description={description} padded={false}>
        <div className="grid gap-4 p-4">{children}</div>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3">
          {actions && <div className="mr-auto flex flex-wrap gap-2">{actions}</div>}
          {!form.editing && (
            <Button ref={form.opener} icon="edit" onClick={form.edit}>
              {editLabel}
            </Button>
          )}
          {form.editing && !form.always && (
            <Button disabled={form.busy} onClick={form.cancel}>
              Cancelar
            </Button>
          )}
          {form.editing && (
            <Button type="submit" variant="primary" busy={form.busy}>
              {saveLabel}
            </Button>
          )}
        </footer>
      </Card>
    </form>
  );
}
