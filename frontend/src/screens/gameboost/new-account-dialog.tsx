import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { proxyKeys } from "@/api/configs";
import { type Template, type TemplateField, templatesQuery } from "@/api/marketplace";
import { callProxy } from "@/api/proxy";
import { ApiError, NetworkError } from "@/lib/errors";
import { amountRefusal, linesIn, parseMoney } from "@/lib/format";
import { toast } from "@/lib/toast";
import { type Form, useForm } from "@/lib/use-form";
import { loginQuery } from "@/screens/gameboost/account";
import { fieldLabel } from "@/shared/marketplace/field-names";
import { GAME_NAMES } from "@/shared/marketplace/service";
import { Alert } from "@/ui/announcement";
import { Button } from "@/ui/button";
import { QueryResult, Skeleton } from "@/ui/card";
import { Checkbox, optionsFrom, SelectField, TextareaField, TextField } from "@/ui/fields";
import { FormDialog } from "@/ui/form-dialog";
import { ImagePicker } from "@/ui/image-picker";
import { OptionGroup } from "@/ui/option-group";
import { PasswordField } from "@/ui/password-input";
import { MoneyField } from "@/ui/value-fields";

/** 'Nova Conta': one account with its own data and pictures, listed at once. */
export default function NewAccountDialog(dialog: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const [imageUrls, setImageUrls] = useState<string[]>([]);
  const [inDoubt, setInDoubt] = useState<string | null>(null);
  const templateFor = ({ game = "" }: NewAccountForm) => templateOf(client.getQueryData(templatesQuery().queryKey), game);
  const finish = () => {
    toast.success("Conta criada com sucesso");
    dialog.onClose();
    return client.invalidateQueries({ queryKey: proxyKeys.of("gameboost") });
  };
  const { mutateAsync: create } = useMutation({
    meta: { silent: true },
    mutationFn: (data: NewAccount) => callProxy("/api/proxy/gameboost/accounts", { method: "POST", data }),
    onSuccess: finish,
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
  return (
    <FormDialog
      {...dialog}
      form={{ ...form, changed: form.changed || imageUrls.length > 0 }}
      size="lg"
      title="Nova Conta"
      description="É anunciada no GameBoost assim que for criada."
      submitLabel="Criar Conta"
      submitDisabled={inDoubt !== null}
      note={<span className="required-note mr-auto self-center text-muted text-sm"> obrigatório</span>}
    >
      <div className="marks-required grid gap-5">
        {inDoubt !== null && <UnknownOutcomeNotice login={inDoubt} onFound={finish} onAbsent={() => setInDoubt(null)} />}
        <ListingFields form={form} />
        <CredentialFields form={form} />
        {game !== "" && <GameSection key={game} game={game} form={form} />}
        <ImagePicker value={imageUrls} onChange={setImageUrls} error={form.problems.image_urls} />
        <DeliveryFields form={form} />
      </div>
    </FormDialog>
  );
}

/** The answer to a creation did not come: look before anything is sent again. */
function UnknownOutcomeNotice(props: { login: string; onFound: () => void; onAbsent: () => void }) {
  const { login, onFound, onAbsent } = props;
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

type FieldsProps = { form: Form<NewAccountForm> };

/** What the chosen game asks of an account, by the marketplace's own template. */
function GameSection({ game, form }: FieldsProps & { game: string }) {
  const templates = useQuery(templatesQuery());
  const template = templateOf(templates.data, game);
  return (
    <Section title="Dados da conta">
      <QueryResult
        query={templates}
        failed="Não foi possível carregar os campos deste jogo."
        fallback={<Skeleton className="h-40" />}
      >
        {() => !template && <p className="text-muted">O GameBoost não descreve campos próprios para este jogo.</p>}
      </QueryResult>
      {template && template.servers.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            {...form.field("server")}
            label="Servidor"
            placeholder="Escolha o servidor"
            options={template.servers.map((name) => ({ value: name, label: name }))}
            required
          />
        </div>
      )}
      {template && <TemplateFields template={template} form={form} />}
    </Section>
  );
}

/** The form's own short names; every other game goes by its slug. */
const FORM_SLUGS: Record<string, string> = {
  "league-of-legends": "lol",
  "counter-strike-2": "cs2",
  "world-of-warcraft": "wow",
};
const GAME_OPTIONS = Object.entries(GAME_NAMES).map(([slug, label]) => ({ value: FORM_SLUGS[slug] ?? slug, label }));
const METHODS = optionsFrom({ by_hand: "À mão", by_bot: "Por bot" });
const UNITS = optionsFrom({ minutes: "minutos", hours: "horas", days: "dias" });
const MARKS = ["Em destaque", "Rara", "Com desconto"];

function ListingFields({ form: { values, field } }: FieldsProps) {
  return (
    <Section title="Anúncio">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field("game")} label="Jogo" placeholder="Escolha o jogo" options={GAME_OPTIONS} required />
        <MoneyField {...field("price")} label="Preço (EUR)" currency="EUR" required />
        <TextField {...field("title")} label="Título" maxLength={300} required />
        <TextField
          {...field("slug")}
          label="Slug"
          placeholder={values.title?.trim().toLowerCase().replace(/\s+/g, "-")}
          hint="Em branco, sai do título."
        />
      </div>
      <TextareaField {...field("description")} label="Descrição" rows={4} required />
      <TextareaField {...field("dump")} label="Palavras-chave" hint="Ajudam na busca do marketplace." rows={2} />
    </Section>
  );
}

function CredentialFields({ form: { values, field, set } }: FieldsProps) {
  return (
    <Section title="Acesso">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field("login")} label="Login" autoComplete="off" spellCheck={false} required />
        <PasswordField {...field("password")} label="Senha" required />
        <TextField {...field("email_login")} label="E-mail da conta" type="email" autoComplete="off" />
        <PasswordField {...field("email_password")} label="Senha do e-mail" secret="senha do e-mail" />
        <TextField {...field("ign")} label="Nome no jogo" hint="Em branco, vale o login." autoComplete="off" />
        <div className="self-center">
          <Checkbox
            label="Tem verificação em duas etapas"
            checked={Boolean(values.has_2fa)}
            onChange={(on) => set("has_2fa", on ? "true" : "")}
          />
        </div>
      </div>
    </Section>
  );
}

function DeliveryFields({ form: { values, problems, field } }: FieldsProps) {
  const byHand = values.level_up_method === "by_hand";
  return (
    <Section title="Entrega">
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          {...field("level_up_method")}
          label="Como foi evoluída"
          hint={byHand ? "Entrega manual, no prazo ao lado." : "Entrega automática."}
          options={METHODS}
        />
        <TextField
          {...field("duration")}
          label="Prazo de entrega"
          inputMode="numeric"
          error={problems.duration ?? problems.delivery_time}
        />
        <SelectField {...field("unit")} label="Unidade do prazo" options={UNITS} />
      </div>
      <TextareaField {...field("delivery_instructions")} label="Instruções de entrega" rows={3} />
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {MARKS.map((mark) => (
          <Checkbox key={mark} label={mark} checked={false} disabled onChange={() => undefined} />
        ))}
        <p className="w-full text-sm text-muted">O GameBoost decide os destaques; a API não os recebe na criação.</p>
      </div>
    </Section>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 border-line border-t pt-4 first:border-0 first:pt-0">
      <legend className="float-left w-full font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

/** 'account_data' and 'game_items': what this game asks of an account. */
function TemplateFields({ template, form }: FieldsProps & { template: Template }) {
  const isWide = ({ kind }: TemplateField) => kind === "choices";
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-4 lg:grid-cols-3">
        {template.entries
          .filter((entry) => !isWide(entry))
          .map((entry) => (
            <DataField key={entry.name} entry={entry} form={form} />
          ))}
      </div>
      {template.entries.filter(isWide).map(({ name, values }) => (
        <OptionGroup
          key={name}
          label={fieldLabel(name)}
          className="max-h-44 grid-cols-2 gap-x-4 gap-y-1 overflow-y-auto lg:grid-cols-3"
          options={values.map(String)}
          value={linesIn(form.values[`account_data.${name}`] ?? "")}
          onChange={(chosen) => form.set(`account_data.${name}`, chosen.join("\n"))}
          error={form.problems[`account_data.${name}`]}
        />
      ))}
      {template.itemCollections.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {template.itemCollections.map((name) => (
            <TextareaField
              key={name}
              {...form.field(`game_items.${name}`)}
              label={fieldLabel(name)}
              hint="Um nome por linha."
              rows={3}
            />
          ))}
        </div>
      )}
    </>
  );
}

function DataField({ entry: { kind, name, values, required }, form }: FieldsProps & { entry: TemplateField }) {
  const key = `account_data.${name}`;
  const control = { ...form.field(key), label: fieldLabel(name), required };
  if (kind === "flag") {
    return (
      <div className="self-end pb-1.5">
        <Checkbox
          label={control.label}
          checked={control.value !== ""}
          onChange={(on) => form.set(key, on ? "true" : "")}
        />
      </div>
    );
  }
  if (kind === "choice") {
    const options = values.map((each) => ({ value: String(each), label: String(each) }));
    return <SelectField {...control} placeholder="Não informado" options={options} />;
  }
  return <TextField {...control} inputMode={kind === "integer" ? "numeric" : undefined} autoComplete="off" />;
}

/** The texts of the form under the payload's names; what a game adds is `account_data.level`, `game_items.agents`.
 * Switches are "true" or empty, several choices one a line. */
type NewAccountForm = Record<string, string>;

/** What is not here is empty. */
const EMPTY: NewAccountForm = { level_up_method: "by_hand", duration: "0", unit: "minutes" };

type NewAccount = ReturnType<typeof bodyOf>;

function bodyOf(form: NewAccountForm, imageUrls: readonly string[], template: Template | undefined) {
  const { game, title, description, login = "", password, level_up_method } = form;
  const optional = ["slug", "ign", "email_login", "email_password", "server", "delivery_instructions", "dump"];
  return {
    game,
    title,
    description,
    login,
    password,
    level_up_method,
    ...Object.fromEntries(optional.filter((name) => form[name]).map((name) => [name, form[name]])),
    price: parseMoney(form.price ?? "") ?? "",
    has_2fa: Boolean(form.has_2fa),
    delivery_time: { duration: Number(form.duration), unit: form.unit },
    image_urls: imageUrls,
    account_data: accountData(form, template?.entries ?? []),
    game_items: gameItems(form, template?.itemCollections ?? []),
  };
}

function accountData(form: NewAccountForm, fields: readonly TemplateField[]): Record<string, unknown> {
  const stated = fields.map(({ name, kind }) => [name, dataValue(form[`account_data.${name}`] ?? "", kind)] as const);
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined));
}

/** Undefined for what was not stated: 'absent, not zero'. */
function dataValue(typed: string, kind: string): unknown {
  if (typed.trim() === "") return undefined;
  if (kind === "integer") return Number(typed);
  if (kind === "flag") return true;
  return kind === "choices" ? linesIn(typed) : typed.trim();
}

function gameItems(form: NewAccountForm, collections: readonly string[]): Record<string, string[]> {
  const listed = collections.map((name) => [name, linesIn(form[`game_items.${name}`] ?? "")] as const);
  return Object.fromEntries(listed.filter(([, names]) => names.length > 0));
}

function problemsOf(form: NewAccountForm, template: Template | undefined): NewAccountForm {
  const length = (name: string) => form[name]?.trim().length ?? 0;
  return {
    ...(!form.game && { game: "Jogo é obrigatório" }),
    ...(length("title") < 3 && { title: "Título deve ter pelo menos 3 caracteres" }),
    ...(!(Number(parseMoney(form.price ?? "")) > 0) && {
      price: amountRefusal(form.price ?? "", "Preço deve ser um valor positivo"),
    }),
    ...(length("login") < 3 && { login: "Login é obrigatório" }),
    ...(!form.password && { password: "Senha é obrigatória" }),
    ...(form.email_login && !/^\S+@\S+\.\S+$/.test(form.email_login) && { email_login: "E-mail inválido" }),
    ...(length("description") < 10 && { description: "Descrição deve ter pelo menos 10 caracteres" }),
    ...(template && template.servers.length > 0 && !form.server && { server: "Servidor é obrigatório para este jogo." }),
    ...(!isCount(form.duration ?? "") && { duration: "Informe um número inteiro" }),
    ...Object.fromEntries((template?.entries ?? []).flatMap((field) => problemOf(form, field))),
  };
}

function problemOf(form: NewAccountForm, { name, kind, required }: TemplateField): [string, string][] {
  const key = `account_data.${name}`;
  const typed = form[key]?.trim() ?? "";
  if (typed === "") return required ? [[key, "Campo obrigatório para este jogo."]] : [];
  return kind === "integer" && !isCount(typed) ? [[key, "Informe um número inteiro"]] : [];
}

const isCount = (typed: string): boolean => /^\d+$/.test(typed.trim());

/** True where nobody knows whether the account was created: no usable answer came. */
function isUnknown(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** The text of the 'Erro de validação' toast, a line a field with its messages; '' where no field is named. */
function fieldLines(error: unknown): string {
  if (!(error instanceof ApiError)) return "";
  return Object.entries(error.errors)
    .map(([field, messages]) => `${field}: ${messages.join(", ")}`)
    .join("\n");
}

/** Undefined for a game that the marketplace does not describe: then its answer is the only judge. */
function templateOf(templates: readonly Template[] | undefined, game: string): Template | undefined {
  return templates?.find((template) => template.game === game);
}
