import { type UseQueryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { api, type Game, newIdempotencyKey, pathQuery, type QueryKey, type Schemas } from "@/api/client";
import { type AppliedTemplate, type ContentTemplate, exampleQuery } from "@/api/templates";
import { currentUser } from "@/lib/app-context";
import { messageOf } from "@/lib/errors";
import { linesIn } from "@/lib/format";
import { useOpening } from "@/lib/lazy";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import { useForm } from "@/lib/use-form";
import { LANGUAGES, SERVICES, serviceName } from "@/shared/marketplace/service";
import { Badge } from "@/ui/badge";
import { Button, IconButton, type IconName } from "@/ui/button";
import { EmptyState, QueryResult, Skeleton } from "@/ui/card";
import { ConfirmDialog, Dialog } from "@/ui/dialog";
import { SelectField, Switch, TextareaField, TextField } from "@/ui/fields";
import { Tabs } from "@/ui/tabs";

type RareList = Schemas["BulkRareListOutput"];
type Placeholder = Schemas["BulkPlaceholderOutput"];
type TemplateValues = Omit<Schemas["BulkNewTemplateInputRequest"], "game">;
type ListValues = Omit<Schemas["BulkNewRareListInputRequest"], "game">;

const contentTemplatesQuery = (game: Game) => pathQuery("/api/bulk/templates", { query: { game } });
const rareListsQuery = (game: Game) => pathQuery("/api/bulk/rare-lists", { query: { game } });
const placeholdersQuery = (game: Game) => pathQuery("/api/bulk/templates/placeholders", { query: { game } });

type Saving<V> = { id: number | null; values: V; idempotencyKey: string };

/** Writes of templates and lists; what depends on them is read again. */
function useContentMutations(game: Game) {
  const { mutateAsync: write } = useMutation({
    meta: { invalidates: [contentTemplatesQuery(game), rareListsQuery(game)] },
    mutationFn: (call: () => Promise<unknown>) => call(),
  });
  return {
    saveTemplate: ({ id, values, idempotencyKey }: Saving<TemplateValues>) =>
      write(() =>
        id === null
          ? api.post("/api/bulk/templates", { body: { game, ...values }, idempotencyKey })
          : api.patch("/api/bulk/templates/{template_id}", { path: { template_id: id }, body: values }),
      ),
    saveList: ({ id, values, idempotencyKey }: Saving<ListValues>) =>
      write(() =>
        id === null
          ? api.post("/api/bulk/rare-lists", { body: { game, ...values }, idempotencyKey })
          : api.patch("/api/bulk/rare-lists/{list_id}", { path: { list_id: id }, body: values }),
      ),
    removeTemplate: (id: number) =>
      write(() => api.delete("/api/bulk/templates/{template_id}", { path: { template_id: id } })),
    removeList: (id: number) => write(() => api.delete("/api/bulk/rare-lists/{list_id}", { path: { list_id: id } })),
  };
}

type TemplatesDialogProps = {
  open: boolean;
  onClose: () => void;
  game: Game;
  service?: string;
  language?: string;
  /** Left out where templates are only looked after. */
  onApply?: (template: AppliedTemplate) => void;
};

type View = { kind: "all" } | { kind: "template"; of: ContentTemplate | null } | { kind: "list"; of: RareList | null };

const ALL: View = { kind: "all" };

/** Templates of one game, and its lists of rare items: applied, written, changed, deleted. */
export default function TemplatesDialog({ game, service, language, onApply, ...dialog }: TemplatesDialogProps) {
  const [view, setView] = useState(ALL);
  const [tab, setTab] = useState("templates");
  const deleting = useOpening<{ kind: "template" | "list"; id: number; name: string }>();
  const [unsaved, setUnsaved] = useState(false);
  const calls = useContentMutations(game);
  const form = {
    onDone: () => {
      setUnsaved(false);
      setView(ALL);
    },
    onChanged: setUnsaved,
  };
  const use =
    onApply &&
    ((template: ContentTemplate) => {
      onApply(template);
      dialog.onClose();
    });
  return (
    <>
      <Dialog {...dialog} unsaved={unsaved} size="lg" title={TITLES[view.kind]} description={DESCRIPTIONS[view.kind]}>
        {view.kind === "all" && (
          <Tabs
            label="Conteúdo"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: "templates",
                label: "Modelos",
                content: (
                  <KeptList
                    query={{
                      ...contentTemplatesQuery(game),
                      select: (all) =>
                        all.filter(
                          (template) =>
                            (!service || !template.service || template.service === service) &&
                            (!language || template.language === language),
                        ),
                    }}
                    create="Novo modelo"
                    empty={{
                      icon: "file",
                      title: "Nenhum modelo ainda",
                      description: "Guarde um título e uma descrição com campos para usar em todas as contas.",
                    }}
                    textOf={({ service, language, title, description, deliveryInstructions }) =>
                      [
                        service && serviceName(service),
                        language === "en" && "Inglês",
                        title || description || deliveryInstructions,
                      ]
                        .filter(Boolean)
                        .join(" · ")
                    }
                    onEdit={(of) => setView({ kind: "template", of })}
                    onRemove={({ id, name }) => deleting.show({ kind: "template", id, name })}
                    onUse={use}
                  />
                ),
              },
              {
                value: "lists",
                label: "Listas de itens raros",
                content: (
                  <KeptList
                    query={rareListsQuery(game)}
                    create="Nova lista"
                    empty={{
                      icon: "star",
                      title: "Nenhuma lista ainda",
                      description: "Escreva os itens que valorizam uma conta, do mais valioso ao menos.",
                    }}
                    textOf={({ items }) => items.join(", ")}
                    onEdit={(of) => setView({ kind: "list", of })}
                    onRemove={({ id, name }) => deleting.show({ kind: "list", id, name })}
                  />
                ),
              },
            ]}
          />
        )}
        {view.kind === "template" && <TemplateForm game={game} template={view.of} save={calls.saveTemplate} {...form} />}
        {view.kind === "list" && <RareListForm list={view.of} save={calls.saveList} {...form} />}
      </Dialog>
      {deleting.dialog(ConfirmDialog, ({ kind, id, name }) => ({
        title: `Excluir “${name}”?`,
        description: kind === "list" ? "Os modelos que a usam deixam de citar itens." : undefined,
        confirmLabel: "Excluir",
        destructive: true,
        onConfirm: () => (kind === "template" ? calls.removeTemplate : calls.removeList)(id),
      }))}
    </>
  );
}

const TITLES = { all: "Modelos de conteúdo", template: "Modelo", list: "Lista de itens raros" };
const DESCRIPTIONS = {
  all: "Textos com campos como {skins}, que cada conta preenche com os seus dados.",
  template: "O que a conta não informa sai do texto; nada é inventado.",
  list: "O título cita, nesta ordem, os itens que a conta tem, até o limite do título.",
};

type Kept = { id: number; name: string; shared: boolean; owner: string; canEdit: boolean };

type KeptListProps<T extends Kept> = {
  query: UseQueryOptions<T[], Error, T[], QueryKey>;
  create: string;
  empty: { icon: IconName; title: string; description: string };
  /** The line under the name. */
  textOf: (kept: T) => string;
  /** Null for a new one. */
  onEdit: (kept: T | null) => void;
  onRemove: (kept: T) => void;
  onUse?: ((kept: T) => void) | undefined;
};

/** What one keeps of a kind and what others share of it. */
function KeptList<T extends Kept>({ query, create, empty, textOf, onEdit, onRemove, onUse }: KeptListProps<T>) {
  const createButton = (
    <Button icon="plus" onClick={() => onEdit(null)}>
      {create}
    </Button>
  );
  return (
    <QueryResult query={useQuery(query)} fallback={<Skeleton className="h-24" />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState {...empty} action={createButton} />
        ) : (
          <div className="grid gap-3">
            <ul className="divide-y divide-line rounded-md border border-line">
              {all.map((kept) => (
                <li key={kept.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
                  <div className="min-w-0 flex-1 basis-60">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      <span className="min-w-0 break-words">{kept.name}</span>
                      {kept.shared && <Badge tone="info">Compartilhado por {kept.owner}</Badge>}
                    </p>
                    <p className="truncate text-muted text-sm">{textOf(kept)}</p>
                  </div>
                  <div className="ml-auto flex items-center gap-1">
                    {kept.canEdit && (
                      <>
                        <IconButton icon="edit" size="sm" label={`Editar ${kept.name}`} onClick={() => onEdit(kept)} />
                        <IconButton
                          icon="trash"
                          size="sm"
                          label={`Excluir ${kept.name}`}
                          onClick={() => onRemove(kept)}
                        />
                      </>
                    )}
                    {onUse && (
                      <Button size="sm" aria-label={`Usar ${kept.name}`} onClick={() => onUse(kept)}>
                        Usar
                      </Button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
            <div>{createButton}</div>
          </div>
        )
      }
    </QueryResult>
  );
}

type FormProps<V> = {
  save: (call: Saving<V>) => Promise<unknown>;
  onDone: () => void;
  /** Tells whether it holds what is not saved. */
  onChanged: (changed: boolean) => void;
};
type TemplateFormProps = FormProps<TemplateValues> & { game: Game; template: ContentTemplate | null };

const TITLE_LIMIT = 150;
const NO_PLACEHOLDERS: Placeholder[] = [];

/** The texts of a template, with the fields there are and how an account would fill them in. */
function TemplateForm({ game, template, save, onDone, onChanged }: TemplateFormProps) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const form = useForm({
    initial: {
      shared: template?.shared ?? false,
      name: template?.name ?? "",
      title: template?.title ?? "",
      description: template?.description ?? "",
      deliveryInstructions: template?.deliveryInstructions ?? "",
      rareListId: String(template?.rareListId ?? ""),
      service: template?.service ?? "",
      language: template?.language ?? "pt",
    },
    validate: ({ name }) => (name.trim() === "" ? { name: "Dê um nome ao modelo" } : {}),
    onSubmit: async ({ rareListId, ...texts }) => {
      const values = { ...texts, rareListId: rareListId === "" ? null : Number(rareListId) };
      await save({ id: template?.id ?? null, values, idempotencyKey });
      onDone();
    },
  });
  const { data: placeholders = NO_PLACEHOLDERS } = useQuery(placeholdersQuery(game));
  const { data: lists = [] } = useQuery(rareListsQuery(game));
  const focused = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const note = ({ target }: { target: EventTarget }) => {
    const control = target as HTMLInputElement | HTMLTextAreaElement;
    if (["title", "description", "deliveryInstructions"].includes(control.name)) focused.current = control;
  };
  const insert = (name: string) => {
    const control = focused.current;
    if (!control) return form.set("title", `${form.values.title}{${name}}`);
    // By the control itself, whose caret then stands behind what is inserted.
    control.setRangeText(`{${name}}`, control.selectionStart ?? 0, control.selectionEnd ?? 0, "end");
    form.set(control.name as "title", control.value);
    control.focus();
  };
  const usesList = Object.values(form.values).some((text) => String(text).includes("{itens_raros}"));
  return (
    <FormFrame
      form={form}
      onDone={onDone}
      onChanged={onChanged}
      submitLabel="Salvar modelo"
      className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_18rem]"
      onFocus={note}
    >
      <div className="grid content-start gap-4">
        <TextField label="Nome do modelo" required autoFocus maxLength={80} {...form.field("name")} />
        <TextField
          label="Título do anúncio"
          maxLength={TITLE_LIMIT}
          hint={`${form.values.title.length} de ${TITLE_LIMIT}`}
          {...form.field("title")}
        />
        <TextareaField label="Descrição" rows={6} {...form.field("description")} />
        <TextareaField label="Instruções de entrega" rows={3} {...form.field("deliveryInstructions")} />
      </div>
      <div className="grid content-start gap-4">
        <Placeholders placeholders={placeholders} onInsert={insert} />
        {(usesList || form.values.rareListId !== "") && (
          <SelectField
            label="Lista de itens raros"
            placeholder="Escolha a lista"
            options={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.field("rareListId")}
          />
        )}
        <Example game={game} texts={form.values} placeholders={placeholders} />
        <div className="grid grid-cols-2 gap-4">
          <SelectField
            label="Marketplace"
            placeholder="Qualquer um"
            options={SERVICES.map((value) => ({ value, label: serviceName(value) }))}
            {...form.field("service")}
          />
          <SelectField label="Idioma" options={LANGUAGES} {...form.field("language")} />
        </div>
        <ShareSwitch checked={form.values.shared} onChange={(shared) => form.set("shared", shared)} />
      </div>
    </FormFrame>
  );
}

function Placeholders({ placeholders, onInsert }: { placeholders: Placeholder[]; onInsert: (name: string) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Campos da conta</legend>
      <div className="flex flex-wrap gap-1.5">
        {placeholders.map(({ name, label, example }) => (
          <button
            key={name}
            type="button"
            className="rounded-md border border-line bg-sunken px-2 py-0.5 font-mono text-sm hover:border-accent"
            title={`${label}, por exemplo: ${example}`}
            aria-label={`Inserir ${label}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(name)}
          >
            {`{${name}}`}
          </button>
        ))}
      </div>
      <p className="mt-1.5 text-muted text-sm">Depois de um número, “skin(s)” vira “skin” ou “skins”.</p>
    </fieldset>
  );
}

type ExampleProps = {
  game: Game;
  texts: { title: string; description: string; deliveryInstructions: string; rareListId: string };
  placeholders: readonly Placeholder[];
};

/** How the texts read for an account with invented values, as the server fills them in. */
function Example({ game, texts, placeholders }: ExampleProps) {
  const { title, description, deliveryInstructions, rareListId } = useDebouncedValue(texts);
  const text = `${title}\n${description}\n${deliveryInstructions}`;
  const unknown = unknownIn(text, placeholders);
  const asked = { title, description, deliveryInstructions, rareListId: rareListId === "" ? null : Number(rareListId) };
  const { data, error } = useQuery({
    ...exampleQuery(game, asked),
    enabled: text.includes("{") && placeholders.length > 0 && unknown === undefined,
    placeholderData: (last) => last,
  });
  if (unknown !== undefined) return <p className="text-bad text-sm">Campo desconhecido: {unknown}</p>;
  if (error) return <p className="text-bad text-sm">{messageOf(error)}</p>;
  if (!data) return null;
  return (
    <section className="rounded-md bg-sunken px-3 py-2.5" aria-label="Exemplo">
      <p className="text-muted text-sm">Exemplo, com dados inventados</p>
      <p className="mt-1 break-words font-medium">{data.title}</p>
      <p className="mt-1 whitespace-pre-wrap break-words text-sm">{data.description}</p>
      {data.deliveryInstructions && (
        <p className="mt-2 whitespace-pre-wrap break-words text-muted text-sm">{data.deliveryInstructions}</p>
      )}
    </section>
  );
}

/** The first placeholder that the game does not have, as it is written. */
function unknownIn(text: string, placeholders: readonly Placeholder[]): string | undefined {
  const known = new Set(placeholders.map(({ name }) => name));
  return text.match(/\{[^{}\n]{1,40}\}/g)?.find((match) => !known.has(placeholderName(match.slice(1, -1))));
}

/** '{Nível}' and '{itens raros}' are nivel and itens_raros, as the server reads them. */
function placeholderName(placeholder: string): string {
  const plain = placeholder.trim().toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.replace(/[\s-]+/g, "_");
}

/** A name, and one item a line, the dearest first. */
function RareListForm({ list, save, onDone, onChanged }: FormProps<ListValues> & { list: RareList | null }) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const form = useForm({
    initial: { shared: list?.shared ?? false, name: list?.name ?? "", items: list?.items.join("\n") ?? "" },
    validate: ({ name, items }) => ({
      ...(name.trim() === "" && { name: "Dê um nome à lista" }),
      ...(linesIn(items).length === 0 && { items: "Escreva ao menos um item" }),
    }),
    onSubmit: async ({ items, ...values }) => {
      await save({ id: list?.id ?? null, values: { ...values, items: linesIn(items) }, idempotencyKey });
      onDone();
    },
  });
  return (
    <FormFrame form={form} onDone={onDone} onChanged={onChanged} submitLabel="Salvar lista" className="grid gap-4">
      <TextField label="Nome da lista" required autoFocus maxLength={80} {...form.field("name")} />
      <TextareaField label="Itens" hint="Um por linha, do mais valioso ao menos." rows={10} {...form.field("items")} />
      <ShareSwitch checked={form.values.shared} onChange={(shared) => form.set("shared", shared)} />
    </FormFrame>
  );
}

type FormFrameProps = ComponentProps<"form"> &
  Omit<FormProps<never>, "save"> & {
    form: { busy: boolean; changed: boolean; submit: (event: FormEvent) => unknown };
    submitLabel: string;
  };

/** Stands inside a window that is itself in the form of a creator, which is not sent with it. */
function FormFrame({ form, submitLabel, onDone, onChanged, children, ...rest }: FormFrameProps) {
  useEffect(() => onChanged(form.changed), [onChanged, form.changed]);
  const submit = (event: FormEvent) => {
    event.stopPropagation();
    return form.submit(event);
  };
  return (
    <form {...rest} noValidate onSubmit={submit}>
      {children}
      <div className="col-span-full flex justify-end gap-2">
        <Button disabled={form.busy} onClick={onDone}>
          {form.changed ? "Cancelar" : "Voltar"}
        </Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

function ShareSwitch(props: { checked: boolean; onChange: (shared: boolean) => void }) {
  return currentUser().role === "admin" && <Switch label="Compartilhar com todos" {...props} />;
}
