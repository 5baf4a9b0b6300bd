import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, type ComponentProps, useId, useState } from "react";
import { configurationQuery } from "@/api/configs";
import { dateTime } from "@/lib/format";
import { LOAD_FAILED, maskedKey } from "@/shared/marketplace/configuration";
import { type EndpointOption, MARKETPLACES } from "@/shared/marketplace/service";
import { TestFailedDialog, TestResult } from "@/shared/marketplace/test-result";
import { type ConfigurationFormOptions, useConfigurationForm } from "@/shared/marketplace/use-configuration-form";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Checkbox, Field, Input, TextField } from "@/ui/fields";
import { QueryResult, Skeleton } from "@/ui/states";
import { PasswordInput } from "@/ui/value-fields";

/** After the default address. */
/** Key, address, time limit and enabled endpoints of a marketplace, tried with a real call and saved. */
function ConfigurationForm({ title, ...options }: ConfigurationFormOptions & { title: string }) {
  const { service, saved, choice, words } = options;
  const market = MARKETPLACES[service];
  const form = useConfigurationForm(options);
  return (
    <form onSubmit={form.save} noValidate className="@container">
      <Card title={title} description={savedLabel(saved)} padded={false}>
        <div className="grid gap-4 p-4">
          <KeyField
            key={saved?.updatedAt}
            label="Chave da API"
            stored={saved && maskedKey(saved)}
            value={form.values.apiKey}
            onChange={(key) => form.set("apiKey", key)}
            error={form.problems.apiKey}
          />
          <div className="grid gap-4 @lg:grid-cols-[minmax(0,1fr)_9rem]">
            <TextField
              {...form.field("baseUrl")}
              label="URL base"
              hint={[`Padrão: ${market.baseUrl}`, market.urlHint].filter(Boolean).join(". ")}
              type="url"
              inputMode="url"
              spellCheck={false}
            />
            <TextField
              {...form.field("timeout")}
              label="Timeout (ms)"
              type="number"
              inputMode="numeric"
              hint={market.timeoutHint}
              min={1000}
              step={500}
            />
          </div>
          <EndpointChoices
            options={choice.options}
            value={form.endpoints}
            onChange={form.setEndpoints}
            kept={form.kept}
            error={form.problems.enabledEndpoints}
          />
          <div aria-live="polite">
            {form.test && <TestResult service={service} test={form.test} onUseV2={form.useV2} />}
          </div>
        </div>
        <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3">
          <Button icon="link" busy={form.testing} disabled={form.saving} onClick={form.tryOut}>
            {words.test}
          </Button>
          <Button type="submit" variant="primary" busy={form.saving} disabled={form.testing}>
            {words.save}
          </Button>
        </footer>
      </Card>
      <TestFailedDialog service={service} question={form.question} onUseV2={form.useV2} />
    </form>
  );
}

function savedLabel(saved: ConfigurationFormOptions["saved"]): string {
  if (saved === null) return "Ainda não configurada";
  if (saved.isSystemDefault) return "Em uso: configuração padrão do sistema";
  return `Salva em ${dateTime(saved.updatedAt)}`;
}

type KeyFieldProps = {
  label: string;
  /** The stored key as it may be shown ('••••1234'), null when there is none. */
  stored: string | null;
  /** What was typed; empty keeps the stored key. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
};

/** A key that is written but not read: the stored one stays masked, and stays, until another one is typed. */
function KeyField({ label, stored, value, onChange, error }: KeyFieldProps) {
  const [replacing, setReplacing] = useState(false);
  const turn = (on: boolean) => {
    setReplacing(on);
    onChange("");
  };
  const shown = stored !== null && !replacing;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label} error={error}>
          {shown ? (
            <Input value={stored} readOnly className="font-mono" />
          ) : (
            <PasswordInput
              value={value}
              autoComplete="off"
              spellCheck={false}
              autoFocus={replacing}
              onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
            />
          )}
        </Field>
      </div>
      {stored !== null && (
        <Button className="mt-5.5" onClick={() => turn(!replacing)}>
          {replacing ? "Manter a atual" : "Trocar"}
        </Button>
      )}
    </div>
  );
}

type EndpointChoicesProps = {
  options: readonly EndpointOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** How many are enabled that this screen does not offer; saving keeps them. */
  kept: number;
  error?: string | undefined;
};

/** 'enabledEndpoints': what may be called at all. */
function EndpointChoices({ options, value, onChange, kept, error }: EndpointChoicesProps) {
  const noteId = useId();
  const toggle = (option: string, on: boolean) =>
    onChange(options.map(({ name }) => name).filter((name) => (name === option ? on : value.includes(name))));
  return (
    <fieldset aria-describedby={noteId}>
      <legend className="mb-1 text-sm font-medium">Endpoints habilitados</legend>
      <div className="grid gap-x-4 gap-y-1.5 @lg:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option.name}
            label={<EndpointLabel {...option} />}
            checked={value.includes(option.name)}
            onChange={(on) => toggle(option.name, on)}
          />
        ))}
      </div>
      <p id={noteId} className={error ? "mt-1.5 text-sm text-bad" : "mt-1.5 text-sm text-muted"}>
        {error ?? noteLabel(kept)}
      </p>
    </fieldset>
  );
}

function EndpointLabel({ name, words }: EndpointOption) {
  return (
    <span className="min-w-0 py-0.5 lines-tight">
      <code className="block font-mono text-sm wrap-anywhere">{name}</code>
      <span className="text-sm text-muted">{words}</span>
    </span>
  );
}

function noteLabel(kept: number): string {
  const rule = "Uma chamada fora da lista é recusada antes de sair.";
  if (kept === 0) return rule;
  return kept === 1
    ? `${rule} Mais 1, de outra tela, continua como está.`
    : `${rule} Mais ${kept}, de outras telas, continuam como estão.`;
}

/** The configuration of a marketplace, once it has been read. */
export default function ConfigurationCard(props: Omit<ComponentProps<typeof ConfigurationForm>, "saved">) {
  return (
    <QueryResult
      query={useQuery(configurationQuery(props.service, props.userId))}
      failed={LOAD_FAILED}
      framed
      fallback={<Skeleton className="h-116" />}
    >
      {(saved) => <ConfigurationForm {...props} saved={saved} />}
    </QueryResult>
  );
}
