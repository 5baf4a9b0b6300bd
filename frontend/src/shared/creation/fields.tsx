/** The controls of a described field, alone and as the form of one account. */
import { type ChangeEvent, type ReactNode, useState } from "react";
import { money, parseMoney } from "@/lib/format";
import { toEuro } from "@/lib/money";
import type { Problems } from "@/lib/use-form";
import {
  type Field,
  type FieldRole,
  type GameDescription,
  keyOf,
  namesIn,
  optionsOf,
  type Typed,
  textOf,
  type Values,
} from "@/shared/creation/game";
import { APART, changeOf, originName } from "@/shared/creation/values";
import { Button } from "@/ui/button";
import { FormField, SelectField, Textarea, TextareaField, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";
import { OptionGroup } from "@/ui/option-group";
import { PasswordField } from "@/ui/password-input";
import { MoneyField } from "@/ui/value-fields";

type FieldInputProps = {
  game: GameDescription;
  field: Field;
  value: Typed | undefined;
  onChange: (value: Typed) => void;
  onBlur?: (() => void) | undefined;
  error?: string | undefined;
  hint?: ReactNode;
  placeholder?: string | undefined;
  /** Of an account: what is blank is not stated. */
  optional?: boolean;
  /** Euros for a dollar. */
  rate: string;
};

const UNKNOWN = "Não informado";
const YES_NO = [
  { value: "true", label: "Sim" },
  { value: "false", label: "Não" },
];

export function FieldInput(props: FieldInputProps) {
  const { game, field, value, onChange, onBlur, error, optional = false, rate } = props;
  const { label, kind, role } = field;
  const text = textOf(value);
  const needed =
    optional && field.required && field.place === "data" && text === "" ? "Obrigatório no marketplace." : undefined;
  const hint = props.hint ?? (field.hint || needed);
  const common = {
    label,
    name: field.name,
    value: text,
    error,
    hint,
    placeholder: props.placeholder || field.placeholder || undefined,
    // What the marketplace asks for; an account that states it needs nothing here.
    required: field.required && field.place === "data" && !optional,
    autoComplete: "off",
    onBlur,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  // What has no standard value is not stated until somebody chooses.
  const select = { ...common, placeholder: optional || field.default === null ? UNKNOWN : undefined };
  if (role === "provider")
    return <ProviderField {...common} hint={hint} providers={game.options.providers} optional={optional} />;
  switch (kind) {
    case "images":
      return (
        <ImagePicker
          value={namesOf(value)}
          onChange={onChange}
          limits={game.limits}
          failed={game.words.uploadFailed}
          error={error}
        />
      );
    case "choices":
      return (
        <OptionGroup
          label={label}
          options={optionsOf(field).map((each) => each.value)}
          value={namesIn(text)}
          onChange={(chosen) => onChange(chosen.join(", "))}
          error={error}
        />
      );
    case "choice":
      return <SelectField {...select} options={withChosen(optionsOf(field), text)} />;
    case "switch":
      return <SelectField {...select} options={YES_NO} />;
    case "list":
      return <TextareaField {...common} rows={text.length > 90 ? 4 : 2} spellCheck={false} />;
    case "longtext":
      return <PreviewTextarea {...common} rows={optional ? 5 : 8} />;
    case "secret":
      return <PasswordField {...common} secret={label.toLowerCase()} />;
    case "money":
      return <MoneyField {...common} currency={game.currency} hint={hint ?? euroHint(game, text, rate)} />;
    default:
      return (
        <TextField
          {...common}
          {...(kind === "text" ? { spellCheck: false } : { inputMode: "decimal", className: "tabular-nums" })}
        />
      );
  }
}

const namesOf = (value: Typed | undefined): readonly string[] =>
  typeof value === "string" ? namesIn(value) : (value ?? []);

function euroHint({ currency }: GameDescription, typed: string, rate: string): string | undefined {
  const euro = currency === "USD" ? toEuro(parseMoney(typed) ?? "", rate) : null;
  return euro === null
    ? undefined
    : `Enviado como ${money(euro, "EUR")} · câmbio ${String(Number(rate)).replace(".", ",")}`;
}

/** A value that the list does not know stays to be seen, and to be changed. */
function withChosen(options: readonly { value: string; label: string }[], value: string) {
  return value === "" || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
}

type ProviderFieldProps = Omit<Parameters<typeof SelectField>[0], "options"> & {
  providers: GameDescription["options"]["providers"];
  optional: boolean;
};

function ProviderField({ providers, optional, ...rest }: ProviderFieldProps) {
  const chosen = providers.find(({ slug }) => slug === rest.value);
  return (
    <SelectField
      {...rest}
      placeholder={optional ? "Selecione" : undefined}
      hint={chosen ? `@${chosen.domain} · ${chosen.webmailUrl}` : rest.hint}
      options={providers.map(({ slug, title }) => ({ value: slug, label: title }))}
    />
  );
}

type PreviewTextareaProps = {
  label: string;
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  error?: string | undefined;
  hint?: ReactNode;
  placeholder?: string | undefined;
  rows?: number;
};

/** A long text with a toggle between editing and preview. The preview is the text, never markup. */
function PreviewTextarea({ label, error, hint, ...control }: PreviewTextareaProps) {
  const [preview, setPreview] = useState(false);
  const { name, value, onChange, placeholder, rows } = control;
  return (
    <div className="relative">
      <FormField label={label} hint={hint} error={error}>
        {preview ? (
          <div className="min-h-24 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-2.5 py-1.5">
            {value || <span className="text-muted">Nada escrito ainda.</span>}
          </div>
        ) : (
          <Textarea name={name} value={value} onChange={onChange} placeholder={placeholder} rows={rows} />
        )}
      </FormField>
      <Button
        size="sm"
        variant="ghost"
        icon={preview ? "edit" : "eye"}
        className="absolute -top-2 right-0"
        aria-label={preview ? `Editar ${label.toLowerCase()}` : `Visualizar ${label.toLowerCase()}`}
        onClick={() => setPreview(!preview)}
      >
        {preview ? "Editar" : "Visualizar"}
      </Button>
    </div>
  );
}

const LOGIN: readonly FieldRole[] = ["login", "password", "emailLogin", "emailPassword", "provider", "price"];
const TEXTS: readonly FieldRole[] = ["description", "instructions"];
type AccountFormProps = {
  game: GameDescription;
  rate: string;
  values: Values;
  problems: Problems;
  /** What holds where the account says nothing. */
  form: Values;
  onChange: (changes: Values) => void;
  onCommit?: ((field: Field, value: string) => void) | undefined;
  /** What stands under a field without a problem: where its value comes from. */
  hint?: ((field: Field) => ReactNode) | undefined;
  /** The fields that the account may have. */
  shows?: (field: Field) => boolean;
  /** What stands between the log-in and the rest. */
  children?: ReactNode;
  afterPrice?: ReactNode;
};

/** One account: its title, log-in and price, what it has, its texts and images. */
export function AccountForm(props: AccountFormProps) {
  const { game, rate, values, problems, form, onChange, onCommit, hint, shows, children, afterPrice } = props;
  const fields = game.fields.filter((field) => !APART.includes(field.role) && (shows?.(field) ?? true));
  const input = (field: Field) => {
    const key = keyOf(field);
    return (
      <div key={key} data-field={originName(field)} className={isWide(field) ? "col-span-full min-w-0" : "min-w-0"}>
        <FieldInput
          game={game}
          field={field}
          rate={rate}
          optional
          value={values[key]}
          error={problems[key]}
          hint={hint?.(field) ?? (TEXTS.includes(field.role) ? "Em branco, vale o texto padrão." : undefined)}
          placeholder={field.scope === "form" && !TEXTS.includes(field.role) ? textOf(form[key]) : undefined}
          onChange={(value) => onChange(changeOf(game, values, field, value))}
          onBlur={onCommit && (() => onCommit(field, textOf(values[key])))}
        />
        {field.role === "price" && afterPrice}
      </div>
    );
  };
  const of = (...roles: readonly FieldRole[]) => roles.flatMap((role) => fields.filter((field) => field.role === role));
  const rest = fields.filter(({ role }) => !["title", "images", ...LOGIN, ...TEXTS].includes(role));
  return (
    <div className="grid gap-5 text-start">
      {of("title").map(input)}
      <Part title="Informações de login" fields={of(...LOGIN)} columns="sm:grid-cols-2" input={input} />
      <Part title="Dados da conta" fields={rest} columns="grid-cols-2 sm:grid-cols-3" input={input} />
      {children}
      <div className="grid items-start gap-4 lg:grid-cols-2">{of(...TEXTS).map(input)}</div>
      {of("images").map(input)}
    </div>
  );
}

type PartProps = { title: string; fields: readonly Field[]; columns: string; input: (field: Field) => ReactNode };

function Part({ title, fields, columns, input }: PartProps) {
  if (fields.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h3 className="font-medium">{title}</h3>
      <div className={`grid items-start gap-3 ${columns}`}>{fields.map(input)}</div>
    </section>
  );
}

export const isWide = ({ kind, role }: Field): boolean =>
  kind === "images" || kind === "choices" || kind === "list" || (kind === "longtext" && !TEXTS.includes(role));
