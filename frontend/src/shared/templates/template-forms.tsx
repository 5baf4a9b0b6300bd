import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import type { Game } from "@/api/client";
import {
  type ContentTemplate,
  exampleQuery,
  type ListValues,
  type Placeholder,
  placeholdersQuery,
  type RareList,
  rareListsQuery,
  type TemplateValues,
} from "@/api/templates";
import { currentUser } from "@/lib/app-context";
import { messageOf } from "@/lib/errors";
import { linesIn } from "@/lib/format";
import { useDebouncedValue } from "@/lib/use-debounced-value";
import { useForm } from "@/lib/use-form";
import { Button } from "@/ui/button";
import { SelectField, Switch, TextareaField, TextField } from "@/ui/fields";

type FormProps<V> = {
  save: (call: { id: number | null; values: V }) => Promise<unknown>;
  onDone: () => void;
  /** Tells whether it holds what is not saved. */
  onChanged: (changed: boolean) => void;
};
type TemplateFormProps = FormProps<TemplateValues> & { game: Game; template: ContentTemplate | null };

type TextControl = HTMLInputElement | HTMLTextAreaElement;
const TITLE_LIMIT = 150;
const NO_PLACEHOLDERS: Placeholder[] = [];

/** The texts of a template, with the fields there are and how an account would fill them in. */
export function TemplateForm({ game, template, save, onDone, onChanged }: TemplateFormProps) {
  const [shared, setShared] = useState(template?.shared ?? false);
  const form = useForm({
    initial: {
      name: template?.name ?? "",
      title: template?.title ?? "",
      description: template?.description ?? "",
      deliveryInstructions: template?.deliveryInstructions ?? "",
      rareListId: String(template?.rareListId ?? ""),
    },
    validate: ({ name }) => (name.trim() === "" ? { name: "Dê um nome ao modelo" } : {}),
    onSubmit: async ({ rareListId, ...texts }) => {
      const values = { ...texts, shared, rareListId: rareListId === "" ? null : Number(rareListId) };
      await save({ id: template?.id ?? null, values });
      onDone();
    },
  });
  const { data: placeholders = NO_PLACEHOLDERS } = useQuery(placeholdersQuery(game));
  const { data: lists = [] } = useQuery(rareListsQuery(game));
  const written = useRef<TextControl | null>(null);
  const note = (event: { target: EventTarget }) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) {
      if (event.target.name !== "name") written.current = event.target;
    }
  };
  const insert = (name: string) => {
    const control = written.current;
    const field = (control?.name ?? "title") as "title" | "description" | "deliveryInstructions";
    const value = form.values[field];
    const at = control?.selectionStart ?? value.length;
    form.set(field, `${value.slice(0, at)}{${name}}${value.slice(control?.selectionEnd ?? at)}`);
    control?.focus();
  };
  const usesList = Object.values(form.values).some((text) => text.includes("{itens_raros}"));
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
        <ShareSwitch checked={shared} onChange={setShared} />
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
  const written = `${title}\n${description}\n${deliveryInstructions}`;
  const unknown = unknownIn(written, placeholders);
  const asked = { title, description, deliveryInstructions, rareListId: rareListId === "" ? null : Number(rareListId) };
  const { data, error } = useQuery({
    ...exampleQuery(game, asked),
    enabled: written.includes("{") && placeholders.length > 0 && unknown === undefined,
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
  return text.match(/\{[^{}\n]{1,40}\}/g)?.find((written) => !known.has(named(written.slice(1, -1))));
}

/** '{Nível}' and '{itens raros}' are nivel and itens_raros, as the server reads them. */
function named(placeholder: string): string {
  const plain = placeholder.trim().toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.replace(/[\s-]+/g, "_");
}

/** A name, and one item a line, the dearest first. */
export function RareListForm({ list, save, onDone, onChanged }: FormProps<ListValues> & { list: RareList | null }) {
  const [shared, setShared] = useState(list?.shared ?? false);
  const form = useForm({
    initial: { name: list?.name ?? "", items: list?.items.join("\n") ?? "" },
    validate: ({ name, items }) => ({
      ...(name.trim() === "" && { name: "Dê um nome à lista" }),
      ...(linesIn(items).length === 0 && { items: "Escreva ao menos um item" }),
    }),
    onSubmit: async ({ name, items }) => {
      await save({ id: list?.id ?? null, values: { name, items: linesIn(items), shared } });
      onDone();
    },
  });
  return (
    <FormFrame form={form} onDone={onDone} onChanged={onChanged} submitLabel="Salvar lista" className="grid gap-4">
      <TextField label="Nome da lista" required autoFocus maxLength={80} {...form.field("name")} />
      <TextareaField label="Itens" hint="Um por linha, do mais valioso ao menos." rows={10} {...form.field("items")} />
      <ShareSwitch checked={shared} onChange={setShared} />
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
        <Button onClick={onDone}>Voltar</Button>
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
