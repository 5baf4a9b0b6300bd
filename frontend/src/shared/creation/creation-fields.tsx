/** The fields that the creators' forms share. */
import { type ChangeEvent, type ReactNode, useState } from "react";
import type { Game } from "@/api/client";
import type { AppliedTemplate } from "@/api/templates";
import { money, parseMoney } from "@/lib/format";
import { toEuro } from "@/lib/money";
import type { Form, Problems } from "@/lib/use-form";
import type { CommonSettings } from "@/shared/creation/settings";
import { type Provider, withWebmail } from "@/shared/creation/settings";
import { host, maskedKey, useConfiguration } from "@/shared/marketplace/configuration";
import { RareNote, TemplatePicker } from "@/shared/templates/template-picker";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Field, SelectField, Textarea } from "@/ui/fields";
import { Icon } from "@/ui/icon";
import { Masked } from "@/ui/masked";
import { Tabs } from "@/ui/tabs";
import { MoneyField } from "@/ui/value-fields";

type PriceFieldProps = {
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  error?: string | undefined;
  /** Euros for a dollar, from the global settings. */
  rate: string;
  placeholder?: string;
};

/** A price in dollars, with the euros that go out under it. */
export function PriceField({ error, rate, ...input }: PriceFieldProps) {
  const euro = toEuro(parseMoney(input.value) ?? "", rate);
  const hint = euro === null ? undefined : `Enviado como ${money(euro, "EUR")} · câmbio ${shortRate(rate)}`;
  return <MoneyField label="Preço (USD)" hint={hint} error={error} currency="USD" {...input} />;
}

/** "0.8700" → "0,87" */
const shortRate = (rate: string): string => String(Number(rate)).replace(".", ",");

type PreviewTextareaProps = {
  label: string;
  name: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  error?: string | undefined;
  hint?: string;
  rows?: number;
};

/** A long text with a toggle between editing and preview. The preview is the text, never markup. */
export function PreviewTextarea({ label, name, value, onChange, error, hint, rows = 8 }: PreviewTextareaProps) {
  const [preview, setPreview] = useState(false);
  return (
    <div className="relative">
      <Field label={label} hint={hint} error={error}>
        {preview ? (
          <div className="min-h-24 overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-2.5 py-1.5">
            {value || <span className="text-muted">Nada escrito ainda.</span>}
          </div>
        ) : (
          <Textarea name={name} value={value} onChange={onChange} rows={rows} />
        )}
      </Field>
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

type WebmailName = "emailDomain" | "deliveryInstructions";

type WebmailFieldsProps = {
  settings: {
    values: Pick<CommonSettings, WebmailName>;
    problems: Problems;
    set: (name: WebmailName, value: string) => void;
  };
  providers: readonly Provider[];
};

/** The e-mail provider, and the delivery instructions that carry its webmail address. */
export function WebmailFields({ settings, providers }: WebmailFieldsProps) {
  const { emailDomain, deliveryInstructions } = settings.values;
  const chosen = providers.find((provider) => provider.slug === emailDomain);
  const choose = (slug: string) => {
    const url = providers.find((provider) => provider.slug === slug)?.webmailUrl ?? "";
    settings.set("emailDomain", slug);
    settings.set("deliveryInstructions", withWebmail(deliveryInstructions, url));
  };
  return (
    <>
      <SelectField
        label="Domínio de email"
        hint={chosen && `@${chosen.domain} · ${chosen.webmailUrl}`}
        name="emailDomain"
        value={emailDomain}
        onChange={(event) => choose(event.target.value)}
        options={providers.map(({ slug, title }) => ({ value: slug, label: title }))}
      />
      <PreviewTextarea
        label="Instruções de entrega"
        name="deliveryInstructions"
        value={deliveryInstructions}
        onChange={(event) => settings.set("deliveryInstructions", event.target.value)}
        error={settings.problems.deliveryInstructions}
        hint="O endereço do webmail acompanha o domínio escolhido."
      />
    </>
  );
}

/** The texts of a template put into the form; what it leaves blank stays. */
export function applyTo(set: SetField) {
  return ({ title, description, deliveryInstructions, rareList }: AppliedTemplate) => {
    for (const [name, text] of Object.entries({ title, description, deliveryInstructions })) if (text) set(name, text);
    set("rareList", rareList);
  };
}

/** `set` of any form that has the fields of a template. */
export type SetField = (name: string, value: unknown) => void;

export function TemplateField<S extends CommonSettings>({ game, settings }: { game: Game; settings: Form<S> }) {
  const set = settings.set as SetField;
  return (
    <div className="grid justify-items-start gap-2">
      <TemplatePicker game={game} onApply={applyTo(set)} />
      <RareNote items={settings.values.rareList ?? []} onRemove={() => set("rareList", [])} />
    </div>
  );
}

/** The form's fields in tabs: the name of each, its fields, and how many of those have to be corrected. */
export function SettingsCard(props: {
  problems: Problems;
  tabs: [name: string, fields: readonly string[], content: ReactNode][];
}) {
  const [tab, setTab] = useState("");
  const tabs = props.tabs.map(([name, fields, content]) => {
    const count = fields.filter((field) => props.problems[field]).length;
    const label = (
      <>
        {name} {count > 0 && <Badge tone="bad">{count}</Badge>}
      </>
    );
    return { value: name, label, content };
  });
  return (
    <Card>
      <Tabs label="Anúncio" value={tab} onChange={setTab} tabs={tabs} />
    </Card>
  );
}

/** A tip about configuring the API key, or the key that will be used. */
export function KeyNote() {
  const { data, isPending } = useConfiguration();
  if (isPending) return null;
  return (
    <div className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2.5 text-sm">
      <Icon name={data?.apiKey ? "key" : "alert"} className={data?.apiKey ? "mt-0.5 text-muted" : "mt-0.5 text-warn"} />
      {data?.apiKey ? (
        <p>
          Chave de API{" "}
          <code className="font-mono">
            <Masked text={maskedKey(data)} />
          </code>{" "}
          {data.isSystemDefault ? "(padrão do sistema)" : "(sua configuração)"} em {host(data)}.
        </p>
      ) : (
        <p>
          Dica: configure sua chave de API do GameBoost antes de criar contas.{" "}
          <a className="font-medium text-accent underline" href="/profile">
            Abrir o perfil
          </a>
        </p>
      )}
    </div>
  );
}
