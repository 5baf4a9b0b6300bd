import type { ReactNode } from "react";
import type { Problems } from "@/lib/use-form";
import type { Provider } from "@/shared/creation/settings";
import type { CreatorGame } from "@/shared/queue/account";
import { type Account, type DataField, type DataForm, namesIn, withProvider } from "@/shared/queue/account";
import { Button } from "@/ui/button";
import { Field, Input, Select, SelectField, Textarea, TextField } from "@/ui/fields";
import { ImagePicker } from "@/ui/image-picker";
import { OptionGroup } from "@/ui/option-group";
import { MoneyField, PasswordField } from "@/ui/value-fields";

type AccountFieldsProps = {
  game: CreatorGame;
  account: Account;
  form: DataForm;
  problems: Problems;
  titleHint?: string;
  onChange: (changes: Partial<Account>) => void;
  onData: (name: string, value: string) => void;
  children?: ReactNode;
};

/** One account in a form: its title, log-in and price, what it has, its images. */
export function AccountFields(props: AccountFieldsProps) {
  const { game, account, form, problems, titleHint, onChange, onData, children } = props;
  return (
    <>
      <TextField
        label="Título da conta"
        value={account.title}
        hint={titleHint}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <LoginFields account={account} problems={problems} providers={game.providers} onChange={onChange} />
      <DataInputs fields={game.fields} form={form} problems={problems} onChange={onData} />
      {children}
      <ImagePicker
        value={account.image_urls}
        onChange={(urls) => onChange({ image_urls: urls })}
        limits={game.limits}
        failed={game.uploadFailed}
      />
    </>
  );
}

type LoginFieldsProps = {
  account: Account;
  problems?: Problems;
  providers: readonly Provider[];
  onChange: (changes: Partial<Account>) => void;
  /** Gives the other accounts of the text the same price; left out where there are none. */
  onPriceOfAll?: ((price: string) => void) | undefined;
  hint?: (name: string) => ReactNode;
};

/** Log-in, e-mail and price of an account. Choosing the provider writes its webmail address into the instructions. */
export function LoginFields({ account, problems = {}, providers, onChange, onPriceOfAll, hint }: LoginFieldsProps) {
  const provider = providers.find(({ slug }) => slug === account.email_domain);
  const choose = (slug: string) => {
    const url = providers.find((each) => each.slug === slug)?.webmailUrl ?? "";
    onChange(withProvider(account, slug, url));
  };
  const field = (name: "login" | "password" | "email_login" | "email_password") => ({
    name,
    value: account[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const note = (name: string) => ({ error: problems[name], hint: hint?.(name) });
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <div data-field="login">
        <TextField label="Login" spellCheck={false} autoCapitalize="off" {...field("login")} {...note("login")} />
      </div>
      <div data-field="password">
        <PasswordField label="Senha" {...note("password")} {...field("password")} autoComplete="new-password" />
      </div>
      <div data-field="email_login">
        <TextField
          label="E-mail"
          inputMode="email"
          spellCheck={false}
          {...field("email_login")}
          {...note("email_login")}
        />
      </div>
      <div data-field="email_password">
        <PasswordField
          label="Senha do e-mail"
          secret="senha do e-mail"
          {...note("email_password")}
          {...field("email_password")}
          autoComplete="new-password"
        />
      </div>
      <SelectField
        label="Domínio de email"
        error={problems.email_domain}
        hint={provider && `@${provider.domain} · ${provider.webmailUrl}`}
        name="email_domain"
        value={account.email_domain}
        placeholder="Selecione"
        onChange={(event) => choose(event.target.value)}
        options={providers.map(({ slug, title }) => ({ value: slug, label: title }))}
      />
      <div className="grid gap-1.5">
        <MoneyField
          label="Preço (EUR)"
          error={problems.price}
          currency="EUR"
          name="price"
          value={account.price}
          onChange={(event) => onChange({ price: event.target.value })}
        />
        {onPriceOfAll && (
          <Button
            size="sm"
            variant="ghost"
            className="justify-self-start"
            disabled={account.price.trim() === ""}
            onClick={() => onPriceOfAll(account.price)}
          >
            Aplicar a todas
          </Button>
        )}
      </div>
    </div>
  );
}

type DataInputsProps = {
  fields: readonly DataField[];
  form: DataForm;
  problems: Problems;
  onChange: (name: string, value: string) => void;
  /** What stands under a field without a problem: where its value comes from. */
  hint?: (name: string) => ReactNode;
  onCommit?: (name: string, value: string) => void;
};

/** The data of an account, a labelled control a field; a blank one states nothing. */
export function DataInputs({ fields, ...rest }: DataInputsProps) {
  const isList = ({ kind }: DataField) => kind === "names";
  const lists = fields.filter(isList);
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        {fields
          .filter((field) => !isList(field))
          .map((field) => (
            <DataInput key={field.name} field={field} {...rest} />
          ))}
      </div>
      <div className={lists.length > 1 ? "grid items-start gap-3 sm:grid-cols-2" : undefined}>
        {lists.map((field) => (
          <DataInput key={field.name} field={field} {...rest} />
        ))}
      </div>
    </div>
  );
}

type DataInputProps = Omit<DataInputsProps, "fields"> & { field: DataField };

function DataInput({ field, form, problems, onChange, hint, onCommit }: DataInputProps) {
  const { name, label, kind } = field;
  const value = form[name] ?? "";
  const change = (typed: string) => onChange(name, typed);
  return (
    <div className={kind === "several" ? "col-span-full" : undefined} data-field={name}>
      {kind === "several" ? (
        <OptionGroup
          label={label}
          options={field.options}
          value={namesIn(value)}
          onChange={(chosen) => change(chosen.join(", "))}
          error={problems[name]}
        />
      ) : (
        <Field label={label} error={problems[name]} hint={hint?.(name)}>
          <Control field={field} value={value} onChange={change} onBlur={() => onCommit?.(name, value)} />
        </Field>
      )}
    </div>
  );
}

const UNKNOWN = "Não informado";
const YES_NO = [
  { value: "true", label: "Sim" },
  { value: "false", label: "Não" },
];

type ControlProps = { field: DataField; value: string; onChange: (typed: string) => void; onBlur: () => void };

function Control({ field, value, onChange, onBlur }: ControlProps) {
  const common = {
    name: field.name,
    value,
    onBlur,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (field.kind) {
    case "choice":
      return <Select {...common} placeholder={UNKNOWN} options={withChosen(field.options, value)} />;
    case "flag":
      return <Select {...common} placeholder={UNKNOWN} options={YES_NO} />;
    case "names":
      return <Textarea {...common} rows={value.length > 90 ? 4 : 2} spellCheck={false} />;
    default:
      return (
        <Input
          {...common}
          inputMode={field.kind === "seasons" ? "text" : "decimal"}
          autoComplete="off"
          className="tabular-nums"
        />
      );
  }
}

/** A value that the list does not know stays to be seen, and to be changed. */
function withChosen(options: readonly { value: string; label: string }[], value: string) {
  return value === "" || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];
}
