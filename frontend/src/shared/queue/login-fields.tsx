import type { ReactNode } from "react";
import type { Problems } from "@/lib/use-form";
import type { Provider } from "@/shared/creation/webmail";
import { type Account, withProvider } from "@/shared/queue/account";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { MoneyInput } from "@/ui/money-input";
import { PasswordInput } from "@/ui/password-input";
import { Select } from "@/ui/select";
import { TextField } from "@/ui/text-field";

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
        <Field label="Senha" {...note("password")}>
          <PasswordInput {...field("password")} autoComplete="new-password" />
        </Field>
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
        <Field label="Senha do e-mail" {...note("email_password")}>
          <PasswordInput secret="senha do e-mail" {...field("email_password")} autoComplete="new-password" />
        </Field>
      </div>
      <Field
        label="Domínio de email"
        error={problems.email_domain}
        hint={provider && `@${provider.domain} · ${provider.webmailUrl}`}
      >
        <Select
          name="email_domain"
          value={account.email_domain}
          placeholder="Selecione"
          onChange={(event) => choose(event.target.value)}
          options={providers.map(({ slug, title }) => ({ value: slug, label: title }))}
        />
      </Field>
      <div className="grid gap-1.5">
        <Field label="Preço (EUR)" error={problems.price}>
          <MoneyInput
            currency="EUR"
            name="price"
            value={account.price}
            onChange={(event) => onChange({ price: event.target.value })}
          />
        </Field>
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
