import type { Service } from "@/api/configs";
import { dateTime } from "@/lib/format";
import { maskedKey } from "@/shared/marketplace/configuration";
import { EndpointChoices } from "@/shared/marketplace/endpoint-choices";
import { KeyField } from "@/shared/marketplace/key-field";
import { defaultBaseUrl } from "@/shared/marketplace/service";
import { TestFailedDialog } from "@/shared/marketplace/test-failed-dialog";
import { TestResult } from "@/shared/marketplace/test-result";
import { type ConfigurationFormOptions, useConfigurationForm } from "@/shared/marketplace/use-configuration-form";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { TextField } from "@/ui/text-field";

/** After the default address. */
const URL_HINTS: Record<Service, string> = { gameboost: ". Com /v2 no fim, fala a versão 2 da API.", lztmarket: "" };
/** The vendor's own advice is '300+ seconds'. */
const TIMEOUT_HINTS: Partial<Record<Service, string>> = { lztmarket: "Uma compra pode levar 30000 ms ou mais." };

type ConfigurationFormProps = ConfigurationFormOptions & { title: string };

/** Key, address, time limit and enabled endpoints of a marketplace, tried with a real call and saved. */
export function ConfigurationForm({ title, ...options }: ConfigurationFormProps) {
  const { service, saved, choice, words } = options;
  const form = useConfigurationForm(options);
  return (
    <form onSubmit={form.save} noValidate className="@container">
      <Card title={title} description={savedWords(saved)} padded={false}>
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
              hint={`Padrão: ${defaultBaseUrl(service)}${URL_HINTS[service]}`}
              type="url"
              inputMode="url"
              spellCheck={false}
            />
            <TextField
              {...form.field("timeout")}
              label="Timeout (ms)"
              type="number"
              inputMode="numeric"
              hint={TIMEOUT_HINTS[service]}
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

function savedWords(saved: ConfigurationFormOptions["saved"]): string {
  if (saved === null) return "Ainda não configurada";
  if (saved.isSystemDefault) return "Em uso: configuração padrão do sistema";
  return `Salva em ${dateTime(saved.updatedAt)}`;
}
