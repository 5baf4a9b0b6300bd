import {
  createContext,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useForm } from "@/lib/use-form";
import { useHeldPage } from "@/lib/use-held-page";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";

/** A card that is read until 'Editar' is pressed: 'Salvar' ends that when the server took it, 'Cancelar' 'restores'
 * what is saved. Its draft is kept under `name`. Focus goes to the `first` field when editing begins, back to the
 * `opener` when it ends. */
export function useEditing<V extends Values>(options: {
  name: string;
  saved: V;
  validate?: (values: V) => Partial<Record<keyof V, string>>;
  /** Null when nothing was saved after all: then editing goes on. */
  save: (values: V) => Promise<unknown>;
  /** It is not read first: editing begins at once and never ends. */
  always?: boolean;
}) {
  const { name, saved } = options;
  const drafts = useContext(DraftsContext);
  const [draft] = useState(() => drafts.get(name) as V | undefined);
  const [begun, setEditing] = useState(draft !== undefined);
  const editing = begun || options.always === true;
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

type DraftStore = {
  get: (name: string) => Values | undefined;
  /** Null lets it go. */
  keep: (name: string, values: Values | null) => void;
};

const DraftsContext = createContext<DraftStore>({ get: () => undefined, keep: () => undefined });

/** Keeps what is typed and not saved, by the name of its form, while another tab is looked at; holds the page meanwhile. */
export function Drafts({ children }: { children: ReactNode }) {
  const [holding, setHolding] = useState(false);
  useHeldPage(holding);
  const store = useMemo<DraftStore>(() => {
    const drafts = new Map<string, Values>();
    return {
      get: (name) => drafts.get(name),
      keep: (name, values) => {
        if (values) drafts.set(name, values);
        else drafts.delete(name);
        setHolding(drafts.size > 0);
      },
    };
  }, []);
  return <DraftsContext value={store}>{children}</DraftsContext>;
}

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
