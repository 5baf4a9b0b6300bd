import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Template, type TemplateField, templatesQuery } from "@/api/marketplace";
import { proxyKeys } from "@/api/proxy";
import { linesIn } from "@/lib/format";
import { toast } from "@/lib/toast";
import { useForm } from "@/lib/use-form";
import { loginQuery } from "@/screens/gameboost/account";
import {
  bodyOf,
  createAccount,
  EMPTY,
  fieldLines,
  GAMES,
  isUnknown,
  type NewAccountForm,
  problemsOf,
  templateOf,
} from "@/screens/gameboost/new-account";
import { fieldLabel } from "@/shared/marketplace/field-names";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Checkbox, Field, Select, SelectField, Textarea, TextareaField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { ImagePicker } from "@/ui/image-picker";
import { ErrorState, Skeleton } from "@/ui/states";
import { MoneyField, PasswordField } from "@/ui/value-fields";

/** 'Nova Conta': one account with its own data and pictures, listed at once. */
export default function NewAccountDialog(dialog: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const [imageUrls, setImageUrls] = useState<string[]>([]);
  const [inDoubt, setInDoubt] = useState<string | null>(null);
  const templateFor = ({ game = "" }: NewAccountForm) =>
    templateOf(client.getQueryData(templatesQuery().queryKey), game);
  const created = () => {
    toast.success("Conta criada com sucesso");
    dialog.onClose();
    return client.invalidateQueries({ queryKey: proxyKeys.of("gameboost") });
  };
  const { mutateAsync: create } = useMutation({
    meta: { silent: true },
    mutationFn: createAccount,
    onSuccess: created,
    onError: (error, { login }) => {
      const lines = fieldLines(error);
      if (lines) toast.error(lines, "Erro de validação");
      else toast.error(`Falha ao criar conta: ${error.message}`);
      if (isUnknown(error)) setInDoubt(login);
    },
  });
  const form = useForm({
    initial: EMPTY,
    validate: (values) => problemsOf(values, templateFor(values)),
    onSubmit: (values) => create(bodyOf(values, imageUrls, templateFor(values))),
  });
  const game = form.values.game ?? "";
  const fields = { values: form.values, problems: form.problems, onChange: form.set };
  return (
    <FormDialog
      {...dialog}
      form={{ ...form, changed: form.changed || imageUrls.length > 0 }}
      size="lg"
      title="Nova Conta"
      description="É anunciada no GameBoost assim que for criada."
      submitLabel="Criar Conta"
      submitDisabled={inDoubt !== null}
    >
      <div className="grid gap-5">
        {inDoubt !== null && (
          <UnknownOutcomeNotice login={inDoubt} onFound={created} onAbsent={() => setInDoubt(null)} />
        )}
        <ListingFields {...fields} />
        <CredentialFields {...fields} />
        {game !== "" && <GameSection key={game} game={game} {...fields} />}
        <ImagePicker value={imageUrls} onChange={setImageUrls} error={form.problems.image_urls} />
        <DeliveryFields {...fields} />
      </div>
    </FormDialog>
  );
}

type UnknownOutcomeNoticeProps = { login: string; onFound: () => void; onAbsent: () => void };

/** The answer to a creation did not come: look before anything is sent again. */
function UnknownOutcomeNotice({ login, onFound, onAbsent }: UnknownOutcomeNoticeProps) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => client.fetchQuery({ ...loginQuery(login), staleTime: 0 }),
    onSuccess: ({ data }) => {
      if (data.length > 0) return onFound();
      toast.info(`Não existe conta com o login ${login}. Você pode tentar de novo.`);
      onAbsent();
    },
  });
  return (
    <Alert tone="warn">
      <p className="font-medium">Não se sabe se a conta foi criada: a resposta não chegou.</p>
      <p>Antes de enviar outra vez, veja se o login {login} já está no GameBoost.</p>
      <Button size="sm" className="mt-2" icon="search" busy={check.isPending} onClick={() => check.mutate()}>
        Verificar pelo login
      </Button>
    </Alert>
  );
}

type GameSectionProps = {
  game: string;
  values: NewAccountForm;
  problems: Partial<NewAccountForm>;
  onChange: (name: string, value: string) => void;
};

/** What the chosen game asks of an account, by the marketplace's own template. */
function GameSection({ game, ...fields }: GameSectionProps) {
  const templates = useQuery(templatesQuery());
  const template = templateOf(templates.data, game);
  return (
    <Section title="Dados da conta">
      {templates.isPending && <Skeleton className="h-40" />}
      {templates.isError && (
        <ErrorState
          title="Não foi possível carregar os campos deste jogo."
          error={templates.error}
          onRetry={templates.refetch}
        />
      )}
      {templates.data && !template && (
        <p className="text-muted">O GameBoost não descreve campos próprios para este jogo.</p>
      )}
      {template && template.servers.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Servidor" error={fields.problems.server} required>
            <Select
              placeholder="Escolha o servidor"
              options={template.servers.map((name) => ({ value: name, label: name }))}
              value={fields.values.server}
              onChange={(event) => fields.onChange("server", event.target.value)}
            />
          </Field>
        </div>
      )}
      {template && <TemplateFields template={template} {...fields} />}
    </Section>
  );
}

type FieldsProps = {
  values: NewAccountForm;
  problems: Partial<NewAccountForm>;
  onChange: (name: string, value: string) => void;
};

const METHODS = [
  { value: "by_hand", label: "À mão" },
  { value: "by_bot", label: "Por bot" },
];
const UNITS = [
  { value: "minutes", label: "minutos" },
  { value: "hours", label: "horas" },
  { value: "days", label: "dias" },
];
const MARKS = ["Em destaque", "Rara", "Com desconto"];

function ListingFields(fields: FieldsProps) {
  const text = texts(fields);
  return (
    <Section title="Anúncio">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...text("game")} label="Jogo" placeholder="Escolha o jogo" options={GAMES} required />
        <MoneyField {...text("price")} label="Preço (EUR)" currency="EUR" required />
        <TextField {...text("title")} label="Título" maxLength={300} required />
        <TextField
          {...text("slug")}
          label="Slug"
          placeholder={slugOf(fields.values.title ?? "")}
          hint="Em branco, sai do título."
        />
      </div>
      <TextareaField {...text("description")} label="Descrição" rows={4} required />
      <TextareaField {...text("dump")} label="Palavras-chave" hint="Ajudam na busca do marketplace." rows={2} />
    </Section>
  );
}

function CredentialFields({ values, problems, onChange }: FieldsProps) {
  const text = texts({ values, problems, onChange });
  return (
    <Section title="Acesso">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...text("login")} label="Login" autoComplete="off" spellCheck={false} required />
        <PasswordField {...text("password")} label="Senha" autoComplete="new-password" required />
        <TextField {...text("email_login")} label="E-mail da conta" type="email" autoComplete="off" />
        <PasswordField
          {...text("email_password")}
          label="Senha do e-mail"
          secret="senha do e-mail"
          autoComplete="new-password"
        />
        <TextField {...text("ign")} label="Nome no jogo" hint="Em branco, vale o login." autoComplete="off" />
        <div className="self-center">
          <Checkbox
            label="Tem verificação em duas etapas"
            checked={values.has_2fa !== ""}
            onChange={(on) => onChange("has_2fa", on ? "true" : "")}
          />
        </div>
      </div>
    </Section>
  );
}

function DeliveryFields({ values, problems, onChange }: FieldsProps) {
  const byHand = values.level_up_method === "by_hand";
  const text = texts({ values, problems, onChange });
  return (
    <Section title="Entrega">
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          {...text("level_up_method")}
          label="Como foi evoluída"
          hint={byHand ? "Entrega manual, no prazo ao lado." : "Entrega automática."}
          options={METHODS}
        />
        <TextField
          {...text("duration")}
          label="Prazo de entrega"
          inputMode="numeric"
          error={problems.duration ?? problems.delivery_time}
        />
        <SelectField {...text("unit")} label="Unidade do prazo" options={UNITS} />
      </div>
      <TextareaField {...text("delivery_instructions")} label="Instruções de entrega" rows={3} />
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {MARKS.map((mark) => (
          <Checkbox key={mark} label={mark} checked={false} disabled onChange={() => undefined} />
        ))}
        <p className="w-full text-sm text-muted">O GameBoost decide os destaques; a API não os recebe na criação.</p>
      </div>
    </Section>
  );
}

function texts({ values, problems, onChange }: FieldsProps) {
  return (name: string) => ({
    name,
    value: values[name] ?? "",
    error: problems[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
}

const slugOf = (title: string): string => title.trim().toLowerCase().replace(/\s+/g, "-");

/** A part of a long form under its name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 border-line border-t pt-4 first:border-0 first:pt-0">
      <legend className="float-left w-full font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

type TemplateFieldsProps = {
  template: Template;
  values: NewAccountForm;
  problems: Partial<NewAccountForm>;
  onChange: (name: string, value: string) => void;
};

/** 'account_data' and 'game_items': what this game asks of an account. */
function TemplateFields({ template, values, problems, onChange }: TemplateFieldsProps) {
  const control = (name: string) => ({
    value: values[name] ?? "",
    error: problems[name],
    onChange: (value: string) => onChange(name, value),
  });
  const isWide = ({ kind }: TemplateField) => kind === "choices";
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-4 lg:grid-cols-3">
        {template.entries
          .filter((field) => !isWide(field))
          .map((field) => (
            <DataField key={field.name} field={field} {...control(`account_data.${field.name}`)} />
          ))}
      </div>
      {template.entries.filter(isWide).map((field) => (
        <ManyChoices key={field.name} field={field} {...control(`account_data.${field.name}`)} />
      ))}
      {template.itemCollections.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {template.itemCollections.map((name) => (
            <ItemList key={name} name={name} {...control(`game_items.${name}`)} />
          ))}
        </div>
      )}
    </>
  );
}

type ControlProps = { value: string; error: string | undefined; onChange: (value: string) => void };

function DataField({ field, value, error, onChange }: ControlProps & { field: TemplateField }) {
  const { kind, name, values, required } = field;
  const label = fieldLabel(name);
  if (kind === "flag") {
    return (
      <div className="self-end pb-1.5">
        <Checkbox label={label} checked={value !== ""} onChange={(on) => onChange(on ? "true" : "")} />
      </div>
    );
  }
  if (kind === "choice") {
    return (
      <Field label={label} error={error} required={required}>
        <Select
          placeholder="Não informado"
          options={values.map((each) => ({ value: String(each), label: String(each) }))}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    );
  }
  return (
    <TextField
      label={label}
      error={error}
      required={required}
      inputMode={kind === "integer" ? "numeric" : undefined}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function ManyChoices({ field, value, error, onChange }: ControlProps & { field: TemplateField }) {
  const chosen = linesIn(value);
  const choices = field.values.map(String);
  const toggle = (choice: string, on: boolean) =>
    onChange(choices.filter((each) => (each === choice ? on : chosen.includes(each))).join("\n"));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{fieldLabel(field.name)}</legend>
      <div className="grid max-h-44 grid-cols-2 gap-x-4 gap-y-1 overflow-y-auto lg:grid-cols-3">
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={choice}
            checked={chosen.includes(choice)}
            onChange={(on) => toggle(choice, on)}
          />
        ))}
      </div>
      {error && <p className="mt-1 text-sm text-bad">{error}</p>}
    </fieldset>
  );
}

function ItemList({ name, value, error, onChange }: ControlProps & { name: string }) {
  return (
    <Field label={fieldLabel(name)} hint="Um nome por linha." error={error}>
      <Textarea rows={3} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
